/**
 * Set up before each test file: the engine's optimising compiler waits until a function has run for long. It took a third
 * of the processor time of tests of some seconds, most of it for what was over before that was made up for.
 */
import { setFlagsFromString } from 'node:v8'

/** bytes of code that a function runs through before it is looked at; Node's own is a fifteenth of that */
setFlagsFromString('--interrupt-budget=1000000')
