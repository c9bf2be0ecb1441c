/** What the program itself holds to: scenarios, going back, comparing, policies of one's own. */
import type { Rules } from './rule'

export const LABORATORY_RULES: Rules = {
  'SC-11': {
    title: 'The live trace is bounded',
    severity: 'note',
    rule: 'The app keeps the newest records only; a trace that is written to a file has all of them.',
    means: 'What is very old cannot be looked at here any more, but it is in a saved recording.',
    fix: 'Save the recording and run it on the command line.',
  },
  'SC-13': {
    title: 'A set of resources that cannot be used',
    severity: 'error',
    rule: 'A submission names the resources that it uses; each must exist when it is made, and a resource must have room in its segment.',
    means: 'The submission was not made.',
    fix: 'Create the resource first; the message names it.',
  },
  'SC-16': {
    title: 'It was tried, and refused',
    severity: 'error',
    rule: 'What cannot be carried out when its time comes is a result, not a crash: it is recorded with its reason, changes nothing, and the run goes on.',
    means: 'A recording of a failure can be played again.',
    fix: 'The message says what was missing.',
  },
  'LB-02': {
    title: 'Going back changes nothing',
    severity: 'note',
    rule: 'Any earlier moment can be looked at: the state is that of the same run then. Acting there begins a branch; what came after is kept.',
    means: 'You can try something else without losing anything.',
    fix: 'Drag the scrubber; Back to live returns.',
  },
  'LB-03': {
    title: 'What a comparison varies',
    severity: 'note',
    rule: 'Policies, budgets, device profiles or preemption models, any two of them, on the same input and seed.',
    means: 'A difference comes from what was varied and from nothing else.',
    fix: 'Compare policies… in the policy menu.',
  },
  'LB-06': {
    title: 'The difference of two runs',
    severity: 'note',
    rule: 'The first record in which they part, and for each resource the bytes paged in, evictions and time waited for in each.',
    means: 'It shows which decision made the difference.',
    fix: 'Choose two rows in the Laboratory.',
  },
  'LB-08': {
    title: 'What a delay is made of',
    severity: 'note',
    rule: 'A press or a frame that was shown later than it could have been has a chain of segments, one after another without a gap, each naming what was waited for.',
    means: 'The sum of the segments is the whole time.',
    fix: 'Open Delays from the status bar, worst first.',
  },
  'LB-10': {
    title: 'From a delay to its cause',
    severity: 'note',
    rule: 'A hitch, a dropped frame and a late press lead to their chain; each link leads to its record.',
    means: 'No late frame stays unexplained.',
    fix: 'Press the number in the status bar.',
  },
  'LB-11': {
    title: 'The bound',
    severity: 'note',
    rule: 'The fewest bytes that any policy could have paged in for the same uses within the same capacity, found exactly.',
    means: 'How far a policy is from the best possible.',
    fix: 'See the column “of the bound” in the comparison.',
  },
  'LB-13': {
    title: 'The frontier',
    severity: 'note',
    rule: 'Memory held against bytes paged: the curve that no policy can pass which serves each press at once, and the curve of the best fixed idle threshold.',
    means: 'A policy above both curves has room to improve.',
    fix: 'See the chart in the Laboratory.',
  },
  'LB-14': {
    title: 'A policy of your own',
    severity: 'note',
    rule: 'One ES module; it is named by its file and its content, and runs under the same interface as the built-in ones.',
    means: 'Your own rules can be compared with every published one.',
    fix: 'trimline policy new FILE writes a working example.',
  },
  'LB-15': {
    title: 'A fault in your own policy',
    severity: 'error',
    rule: 'It runs isolated and within limits. An exception, an endless loop, a wrong argument or an eviction of what the GPU uses is undone; after the tenth fault things go on as with none.',
    means:
      'The run goes on with the last good state of the policy; where there is none yet, and after the tenth fault, as with none.',
    fix: 'The message names file and line; trimline policy check runs the kit.',
  },
  'LB-18': {
    title: 'A report of a comparison',
    severity: 'note',
    rule: 'One file with table, curves and advice that any browser opens without a network.',
    means: 'It can be sent to somebody who does not have the app.',
    fix: 'Export report… in the Laboratory.',
  },
}
