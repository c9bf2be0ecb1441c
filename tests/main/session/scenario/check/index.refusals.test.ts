import { describe, expect, test } from 'vitest'
import {
  parseScenario,
  parseScenarioText,
  problemsToText,
  validateScenario,
} from '../../../../../main/session/scenario'

const step = (fields: object) => ({ trimline: 1, steps: [{ at: 0, ...fields }] })
const system = (fields: object) => ({ trimline: 1, system: fields })
const effects = (...list: unknown[]) => ({ trimline: 1, app: { effects: list } })
const resource = { name: 'r', size: '1MiB' }

/** Each file has exactly one problem: its path, a part of what was found, of what was expected, of the hint. */
const REFUSED: [unknown, string, string, string, string?][] = [
  [[], '', 'an empty list', 'an object'],
  [null, '', 'null', 'an object'],
  [{}, 'trimline', 'nothing', '1'],
  [{ trimline: 2 }, 'trimline', '2', '1'],
  [{ trimline: '1' }, 'trimline', '"1"', '1'],
  [{ trimline: 1, name: 3 }, 'name', '3', 'a string'],
  [{ trimline: 1, seed: 1.5 }, 'seed', '1.5', 'a whole number of at least 0'],
  [{ trimline: 1, until: '1x' }, 'until', '"1x"', 'a duration'],
  [{ trimline: 1, steps: {} }, 'steps', 'an empty object', 'a list'],
  [{ trimline: 1, app: { policy: 'creative' } }, 'app.policy', '"creative"', '"fence-lru"', '"creative-app"'],
  [
    { trimline: 1, app: { policy: 'd3dx12-residencyfixed' } },
    'app.policy',
    '"d3dx12-residencyfixed"',
    '"d3dx12-residency"',
    'did you mean "d3dx12-residency-fixed"?',
  ],

  [system({ wddm: '4.0' }), 'system.wddm', '"4.0"', '"1.2", "2.0", "2.9", "3.0", "3.1" or "3.2"'],
  [system({ trimNotifications: 1 }), 'system.trimNotifications', '1', 'true or false'],
  [system({ localMemory: '0B' }), 'system.localMemory', '"0B"', 'at least 64KiB that is a multiple of 64KiB'],
  [{ trimline: 1, system: { localMemory: '65KiB' } }, 'system.localMemory', '65KiB', 'multiple of 64KiB'],
  [system({ nonLocalMemory: 1 }), 'system.nonLocalMemory', '1', 'multiple of 64KiB'],
  [system({ budget: '0.3B' }), 'system.budget', '"0.3B"', 'whole number of bytes'],
  [system({ pagingBandwidth: 0 }), 'system.pagingBandwidth', '0', 'at least 1B'],
  [system({ evictionMode: 'lasy' }), 'system.evictionMode', '"lasy"', '"lazy" or "eager"', 'did you mean "lazy"?'],
  [system({ periodicTrim: { interval: '999us' } }), 'system.periodicTrim.interval', '"999us"', 'at least 1ms'],
  [system({ pagingProcessVa: -1 }), 'system.pagingProcessVa', '-1', 'a whole number of at least 0'],
  [system({ pagingProcessVa: 4_294_967_296 }), 'system.pagingProcessVa', '4294967296', 'at most 4294967295'],
  [system({ localSegment: 'vram' }), 'system.localSegment', '"vram"', '"memory" or "aperture"'],
  [system({ physicalAdapters: 0 }), 'system.physicalAdapters', '0', 'at least 1'],
  [system({ physicalAdapters: 5 }), 'system.physicalAdapters', '5', 'at most 4'],
  [
    system({ profile: 'discrete-8' }),
    'system.profile',
    '"discrete-8"',
    '"discrete-8gib"',
    'did you mean "discrete-8gib"?',
  ],
  [system({ profile: 8 }), 'system.profile', '8', '"integrated"'],
  [system({ driver: { notifyEviction: 1 } }), 'system.driver.notifyEviction', '1', 'true or false'],
  [system({ driver: { pagingBufferCovers: 0 } }), 'system.driver.pagingBufferCovers', '0', 'at least 1B'],
  [system({ profile: 'integrated', driver: 3 }), 'system.driver', '3', 'an object'],
  [system({ preemption: { model: 'win10' } }), 'system.preemption.model', '"win10"', '"win8" or "win7"'],
  [system({ preemption: { graphics: 'thread' } }), 'system.preemption.graphics', '"thread"', '"triangle"'],
  [system({ preemption: { compute: 'pixel' } }), 'system.preemption.compute', '"pixel"', '"dispatch"'],
  [system({ tdr: { level: 3 } }), 'system.tdr.level', '3', '"off", "bugcheck" or "recover"'],
  [system({ refreshRate: 0 }), 'system.refreshRate', '0', 'above 0, at most 1000'],

  [effects({ name: '' }), 'app.effects[0].name', '""', 'a name that is not empty'],
  [effects({ name: 'A' }, { name: 'A' }), 'app.effects[1].name', '"A"', 'no other effect or clip has'],
  [
    effects({ name: 'A', resources: [resource, resource] }),
    'app.effects[0].resources[1].name',
    '"r"',
    'no other resource of the effect',
  ],
  [
    effects({ name: 'a.b', resources: [{ name: 'c', size: 1 }] }, { name: 'a', resources: [{ name: 'b.c', size: 1 }] }),
    'app.effects[1].resources[0].name',
    '"b.c"',
    '"a.b.c" is taken',
  ],
  [effects({ name: 'A', resources: [{ name: 'r' }] }), 'app.effects[0].resources[0].size', 'nothing', 'a size'],
  [effects({ name: 'A', resources: [{ name: 'r', size: 0 }] }), 'app.effects[0].resources[0].size', '0', 'at least 1B'],
  [
    effects({ name: 'A', resources: [{ name: 'r', size: '3GiB' }] }),
    'app.effects[0].resources[0].size',
    '3GiB',
    'at most system.localMemory (2GiB)',
  ],

  [
    effects({ name: 'A', resources: [{ ...resource, heap: 'gpu' }] }),
    'app.effects[0].resources[0].heap',
    '"gpu"',
    '"default", "upload" or "readback"',
  ],
  [
    effects({ name: 'A', resources: [{ ...resource, priority: 3 }] }),
    'app.effects[0].resources[0].priority',
    '3',
    '"maximum"',
  ],
  [
    { ...effects({ name: 'A', resources: [{ ...resource, heap: 'readback' }] }), system: { nonLocalMemory: '64KiB' } },
    'app.effects[0].resources[0].size',
    '1MiB',
    'at most system.nonLocalMemory (64KiB)',
  ],
  [
    { ...effects({ name: 'A', resources: [{ name: 'r', size: '5GiB' }] }), system: { profile: 'integrated' } },
    'app.effects[0].resources[0].size',
    '5GiB',
    'at most system.localMemory (4GiB)',
  ],

  [{ trimline: 1, steps: [{ idle: true }] }, 'steps[0].at', 'nothing', 'a duration'],
  [step({ at: '0.5us', idle: true }), 'steps[0].at', '"0.5us"', 'a whole number of microseconds'],
  [
    {
      trimline: 1,
      steps: [
        { at: '2s', idle: true },
        { at: '1s', idle: false },
      ],
    },
    'steps[1].at',
    '1s',
    'at least 2s, the time of steps[0]',
  ],
  [
    { trimline: 1, steps: [{ at: '2s', idle: true }], until: '1s' },
    'steps[0].at',
    '2s',
    'at most 1s, the end of the run',
  ],
  [step({}), 'steps[0]', 'an object with "at"', 'exactly one verb beside "at": apply, idle'],
  [step({ idle: true, apply: 'Blur' }), 'steps[0]', '"idle", "apply"', 'not apply and idle'],
  [step({ suspend: false }), 'steps[0].suspend', 'false', 'true'],
  [step({ apply: 'Blurr' }), 'steps[0].apply', '"Blurr"', '"Blur" or "Grayscale"', 'did you mean "Blur"?'],
  [step({ removeEffect: 'Sepia' }), 'steps[0].removeEffect', '"Sepia"', 'exists at that time'],
  [
    {
      trimline: 1,
      steps: [
        { at: 0, apply: 'Sepia' },
        { at: 0, addEffect: { name: 'Sepia' } },
      ],
    },
    'steps[0].apply',
    '"Sepia"',
    'exists at that time: "Blur" or "Grayscale"',
  ],
  [
    step({ addEffect: { name: 'A', resources: [{ name: 'r', size: '3GiB' }] } }),
    'steps[0].addEffect.resources[0].size',
    '3GiB',
    'localMemory',
  ],
  [step({ setBackgroundProcessingMode: {} }), 'steps[0].setBackgroundProcessingMode.mode', 'nothing', '"ALLOWED"'],

  [step({ notify: { flags: [] } }), 'steps[0].notify.flags', 'an empty list', 'at least one flag'],
  [
    step({ notify: { flags: ['PERIODIC_TRIM', 'PERIODIC_TRIM'] } }),
    'steps[0].notify.flags[1]',
    'PERIODIC_TRIM',
    'each flag once',
  ],
  [
    step({ notify: { flags: ['PERIODIC_TRIM', 'RESTART_PERIODIC_TRIM'] } }),
    'steps[0].notify.flags',
    'a list',
    'never both',
  ],
  [step({ notify: { flags: ['PERIODIC_TRIM'], bytes: 1 } }), 'steps[0].notify.bytes', '1', 'TRIM_TO_BUDGET'],
  [step({ notify: { flags: ['TRIM_TO_BUDGET'] } }), 'steps[0].notify.bytes', 'nothing', 'a size'],
  [
    step({ notify: { flags: ['TRIM'] } }),
    'steps[0].notify.flags[0]',
    '"TRIM"',
    '"TRIM_TO_BUDGET"',
    'did you mean "TRIM_TO_BUDGET"?',
  ],

  [step({ inject: { fault: 'callback-takes' } }), 'steps[0].inject.duration', 'nothing', 'callback-takes needs one'],
  [step({ inject: { fault: 'callback-throws', duration: 1 } }), 'steps[0].inject.duration', '1', 'no duration'],
  [step({ inject: { fault: 'callback-throws', count: 0 } }), 'steps[0].inject.count', '0', 'at least 1'],
  [step({ inject: { fault: 'callback-throws', count: 2, takeBack: true } }), 'steps[0].inject.count', '2', 'no count'],
  [step({ inject: { fault: 'callback-throws', takeBack: false } }), 'steps[0].inject.takeBack', 'false', 'true'],

  [
    step({ inject: { fault: 'build-paging-buffer-fails', duration: 1 } }),
    'steps[0].inject.duration',
    '1',
    'no duration',
  ],
  [step({ recreateDevice: false }), 'steps[0].recreateDevice', 'false', 'true'],
  [step({ reserve: 'all' }), 'steps[0].reserve', '"all"', 'a size'],
  [
    step({ externalReservation: { group: 'remote', bytes: 1 } }),
    'steps[0].externalReservation.group',
    '"remote"',
    '"local" or "non-local"',
  ],
  [step({ inject: { fault: 'make-resident-fails', duration: 1 } }), 'steps[0].inject.duration', '1', 'no duration'],
  [
    step({ otherProcess: { name: 'game', usage: 1, foreground: 'yes' } }),
    'steps[0].otherProcess.foreground',
    '"yes"',
    'true or false',
  ],
  [
    step({ residencyPriority: { resource: 'Blur.main', priority: 'highest' } }),
    'steps[0].residencyPriority.priority',
    '"highest"',
    '"minimum", "low", "normal", "high" or "maximum"',
  ],
  [
    step({ residencyPriority: { resource: 'Blur.mian', priority: 'low' } }),
    'steps[0].residencyPriority.resource',
    '"Blur.mian"',
    'full name',
    'did you mean "Blur.main"?',
  ],

  [step({ expect: { intact: ['Blur.mian'] } }), 'steps[0].expect.intact[0]', '"Blur.mian"', 'full name', '"Blur.main"'],
  [step({ expect: { hitches: -1 } }), 'steps[0].expect.hitches', '-1', 'a whole number'],
  [step({ expect: { devicesRemoved: {} } }), 'steps[0].expect.devicesRemoved', 'an empty object', '"min"'],
  [step({ expect: {} }), 'steps[0].expect', 'an empty object', 'at least one condition'],
  [step({ expect: { resident: [] } }), 'steps[0].expect.resident', 'an empty list', 'at least one resource name'],
  [
    step({ expect: { pagedOut: ['Blur.mian'] } }),
    'steps[0].expect.pagedOut[0]',
    '"Blur.mian"',
    'full name',
    '"Blur.main"',
  ],
  [step({ expect: { localUsage: {} } }), 'steps[0].expect.localUsage', 'an empty object', '"min", "max" or both'],
  [step({ expect: { localUsage: 5 } }), 'steps[0].expect.localUsage', '5', 'an object'],
  [
    step({ expect: { nonLocalUsage: { min: '2B', max: 1 } } }),
    'steps[0].expect.nonLocalUsage.min',
    '"2B"',
    'at most "max" (1)',
  ],
  [step({ expect: { evictions: -1 } }), 'steps[0].expect.evictions', '-1', 'a whole number'],
  [step({ expect: { evictions: 'none' } }), 'steps[0].expect.evictions', '"none"', 'a whole number, or an object'],
  [step({ expect: { findings: { max: 1.5 } } }), 'steps[0].expect.findings.max', '1.5', 'a whole number'],
]

describe('refusals name the path, what was found and what was expected [SC-02]', () => {
  test.each(REFUSED)('%j', (file, path, found, expected, hint) => {
    const result = validateScenario(file)
    expect(result).toEqual({
      ok: false,
      problems: [
        {
          path,
          found: expect.stringContaining(found),
          expected: expect.stringContaining(expected),
          ...(hint === undefined ? {} : { hint: expect.stringContaining(hint) }),
        },
      ].map((problem) => (hint === undefined ? expect.objectContaining(problem) : problem)),
    })
  })
})

describe('unknown fields are errors that name the known ones [SC-04]', () => {
  test.each([
    [{ trimline: 1, stpes: [] }, 'stpes', 'steps'],
    [system({ localMemry: 1 }), 'system.localMemry', 'localMemory'],
    [system({ tdr: { levl: 1 } }), 'system.tdr.levl', 'level'],
    [{ trimline: 1, app: { polcy: 'none' } }, 'app.polcy', 'policy'],
    [effects({ name: 'A', resource: [] }), 'app.effects[0].resource', 'resources'],
    [effects({ name: 'A', resources: [{ ...resource, Size: 1 }] }), 'app.effects[0].resources[0].Size', 'size'],
    [step({ idel: true }), 'steps[0].idel', 'idle'],
    [step({ expect: { residnet: ['Blur.main'] } }), 'steps[0].expect.residnet', 'resident'],
    [step({ expect: { evictions: { mn: 1 } } }), 'steps[0].expect.evictions.mn', 'min'],
  ])('%j', (file, path, near) => {
    expect(validateScenario(file)).toEqual({
      ok: false,
      problems: [
        {
          path,
          found: 'an unknown field',
          expected: expect.stringMatching(new RegExp(`^only the fields .*${near}`)),
          hint: `did you mean "${near}"?`,
        },
      ],
    })
  })

  test('also __proto__ and constructor, which plain objects have', () => {
    const result = parseScenarioText('{"trimline":1,"__proto__":{"seed":2},"system":{"constructor":1}}')
    expect(result).toMatchObject({ ok: false, problems: [{ path: '__proto__' }, { path: 'system.constructor' }] })
  })
})

describe('the text itself [SC-02]', () => {
  const refused: [string, string, number, number][] = [
    ['', 'a value', 1, 1],
    ['{\n  "trimline": 1,\n}', 'no comma after the last field', 3, 1],
    ['{"trimline": 1, "steps": [1,]}', 'no comma after the last one', 1, 29],
    ['// c\n{"trimline": 1}', 'no comments', 1, 1],
    ['{"trimline": 1 /* c */}', 'no comments', 1, 16],
    ["{'trimline': 1}", 'names and strings in double quotes', 1, 2],
    ['{"trimline": 01}', 'a comma', 1, 15],
    ['{"trimline": 1} {}', 'the end of the file', 1, 17],
    ['{"name": "a\nb", "trimline": 1}', 'closing "', 1, 10],
    ['{"trimline": NaN}', 'JSON', 1, 14],
  ]
  test.each(refused)('%j', (text, expected, line, column) => {
    const result = parseScenarioText(text)
    if (result.ok) throw new Error('accepted')
    expect(result.problems[0]).toMatchObject({ expected: expect.stringContaining(expected), line, column })
  })

  test.each(['{"trimline": 1,}', '{"trimline": 1, "system": {"wddm": "3.2",}}'])(
    'a comma too many is told once: %j',
    (text) => {
      const result = parseScenarioText(text)
      if (result.ok) throw new Error('accepted')
      expect(result.problems).toHaveLength(1)
    },
  )

  test('fields that stand twice are told with everything else', () => {
    const result = parseScenarioText('{"trimline": 1, "seed": 2,\n "seed": -1}')
    expect(result).toMatchObject({
      ok: false,
      problems: [
        { path: 'seed', found: 'the same field again', line: 2, column: 2 },
        { path: 'seed', found: '-1' },
      ],
    })
  })

  test('bytes that are not UTF-8', () => {
    expect(parseScenario(Uint8Array.of(0x22, 0xff, 0x22))).toMatchObject({
      ok: false,
      problems: [{ found: 'bytes that are not UTF-8' }],
    })
    expect(parseScenario(Uint8Array.of(0xff, 0xfe, 0x7b, 0))).toMatchObject({
      ok: false,
      problems: [{ found: 'UTF-16 text', hint: 'save the file as UTF-8' }],
    })
  })

  test.each(['[', '{"a":', '[{"a":'])('nesting of %s without end', (open) => {
    expect(parseScenarioText(open.repeat(100_000))).toMatchObject({
      ok: false,
      problems: [{ found: 'nesting deeper than 64 levels' }],
    })
  })
})

test('a flag that stands there three times is refused twice [SC-02]', () => {
  const flags = ['TRIM_TO_BUDGET', 'TRIM_TO_BUDGET', 'PERIODIC_TRIM', 'TRIM_TO_BUDGET']
  expect(validateScenario({ trimline: 1, steps: [{ at: 0, notify: { flags, bytes: 1 } }] })).toMatchObject({
    ok: false,
    problems: [{ path: 'steps[0].notify.flags[1]' }, { path: 'steps[0].notify.flags[3]' }],
  })
})

test('all problems at once, in the order of the file, each with its place [SC-02]', () => {
  const text = `{
  "trimline": 1,
  "system": { "localMemory": "1x", "wdm": "3.2" },
  "app": { "effects": [{ "name": "A", "resources": [{ "name": "r", "size": "12XB" }, { "name": "r", "size": 1 }] }] },
  "steps": [
    { "at": "1x" },
    { "at": "2s", "apply": "B" },
    { "at": "1s", "expect": { "resident": ["A.q"], "evictions": { "min": 2, "max": 1 } } },
    { "at": "9s", "suspend": false, "defragmnt": {} }
  ],
  "until": "5s"
}`
  const result = parseScenarioText(text)
  if (result.ok) throw new Error('accepted')
  expect(result.problems.map(({ path, line, column }) => `${line}:${column} ${path}`)).toEqual([
    '3:30 system.localMemory',
    '3:36 system.wdm',
    '4:76 app.effects[0].resources[0].size',
    '4:96 app.effects[0].resources[1].name',
    '6:5 steps[0]',
    '6:13 steps[0].at',
    '7:28 steps[1].apply',
    '8:13 steps[2].at',
    '8:44 steps[2].expect.resident[0]',
    '8:74 steps[2].expect.evictions.min',
    '9:13 steps[3].at',
    '9:30 steps[3].suspend',
    '9:37 steps[3].defragmnt',
  ])
  expect(problemsToText(result.problems, 'demo.json').split('\n')[6]).toBe(
    'demo.json:7:28: steps[1].apply: found "B"; expected the name of an effect or a clip that exists at that time: "A"; did you mean "A"?',
  )
})
