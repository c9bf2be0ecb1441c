/** What the options of an import may be, whoever asks for it: the command line, or a program that calls the library. */

/** times that are divided by less get longer */
export const SPEED = { least: 0.001, most: 1_000_000 }

/** µs; shorter ones make nothing but submissions */
export const LEAST_INTERVAL = 1000

/** bytes; what has none takes up nothing, and its uses would be lost */
export const LEAST_UNKNOWN_SIZE = 1

/** Windows numbers processes in 32 bits */
export const LAST_PROCESS = 0xffffffff
