"""Who perceives whom: our lookouts, periscope and hydrophone, their lookouts, ASDIC, hydrophone and radar."""
