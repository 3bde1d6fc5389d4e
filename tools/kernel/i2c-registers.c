// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * An I2C bus with one chip on it, which is nothing but registers: a kernel driver sets it up and reads it at 0x20, as
 * it would an expander. At 0x60 the same registers are open to a test, and there register 0xff takes the chip away.
 */
#include <linux/i2c.h>
#include <linux/module.h>
#include <linux/of.h>
#include <linux/platform_device.h>

#define CHIP 0x20
#define BACK_DOOR 0x60
#define AWAY 0xff

static u8 registers[256], place;

static int registers_transfer(struct i2c_adapter *adapter, struct i2c_msg *messages, int count)
{
	int n, byte;

	for (n = 0; n < count; n++) {
		struct i2c_msg *message = messages + n;

		if (message->addr != BACK_DOOR && (message->addr != CHIP || registers[AWAY]))
			return -ENXIO;
		for (byte = 0; byte < message->len; byte++) {
			if (message->flags & I2C_M_RD)
				message->buf[byte] = registers[place++];
			else if (byte)
				registers[place++] = message->buf[byte];
			else
				place = message->buf[byte];
		}
	}
	return count;
}

static u32 registers_functionality(struct i2c_adapter *adapter)
{
	return I2C_FUNC_I2C | I2C_FUNC_SMBUS_EMUL;
}

static const struct i2c_algorithm registers_algorithm = {
	.master_xfer = registers_transfer,
	.functionality = registers_functionality,
};

static struct i2c_adapter registers_adapter = {
	.owner = THIS_MODULE,
	.algo = &registers_algorithm,
	.name = "registers",
};

static int registers_probe(struct platform_device *device)
{
	registers_adapter.dev.parent = &device->dev;
	registers_adapter.dev.of_node = device->dev.of_node;
	return i2c_add_adapter(&registers_adapter);
}

static const struct of_device_id registers_match[] = { { .compatible = "klaxon,registers" }, {} };

static struct platform_driver registers_driver = {
	.probe = registers_probe,
	.driver = { .name = "i2c-registers", .of_match_table = registers_match },
};
builtin_platform_driver(registers_driver);

MODULE_LICENSE("Dual MIT/GPL");
