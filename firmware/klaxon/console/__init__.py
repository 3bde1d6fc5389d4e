"""What people see, hear and touch: stations, screens, menus, bells and languages."""
