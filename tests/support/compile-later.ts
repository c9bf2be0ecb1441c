/**
 * Set up before each test file: the engine's optimising compiler waits until a function has run for long. It took a third
 * of the processor time of tests of some seconds, most of it for what was over before that was made up for. Engines since
 * that of Node 22 count calls, have a quicker compiler in between, and do not know the flag, which they would say each time.
 */
import { setFlagsFromString } from 'node:v8'

/** bytes of code that a function runs through before it is looked at; Node 20's own is a fifteenth of that */
if (Number.parseInt(process.versions.v8, 10) < 12) setFlagsFromString('--interrupt-budget=1000000')
