"""What people see and read. Today the words; stations and screens come on top."""
