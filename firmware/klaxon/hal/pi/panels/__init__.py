"""OLED panels on I2C and SPI: their set-up, their buses, and the workers that write them."""
