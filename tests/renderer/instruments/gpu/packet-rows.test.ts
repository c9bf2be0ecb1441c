/** Packets as rows of the table and of a CSV file. */
import { describe, expect, it } from 'vitest'
import { packetCells, packetsCsv } from '../../../../renderer/instruments/gpu/packet-rows'
import { historyOf } from '../../store/support/gpu-frames'

const history = historyOf(
  [
    {
      start: 2_000,
      end: 6_500,
      submitted: 1_000,
      kind: 'present',
      context: 1,
      command: 2,
      fence: 4_711,
      flags: 0x92,
      switch: 50,
      outcome: 'preempted',
      allocations: 7,
      named: [3, 4],
    },
    { start: 7_000, end: 8_000, engine: 'copy', command: 5 },
  ],
  ['app', 'dwm', 'compose, then "flip"', 'Blur.main', 'allocation 16', ''],
)

describe('a packet', () => {
  it('has in the table where it ran, how long, and how it ended', () => {
    // from 2 to 6.5 ms, submitted at 1 ms; in the order of the table's columns, as it is copied
    expect(Object.entries(packetCells(history, 0))).toEqual([
      ['start', '0.002 s'],
      ['engine', '3D'],
      ['kind', 'Present'],
      ['context', 'dwm'],
      ['command', 'compose, then "flip"'],
      ['ran', '4.5 ms'],
      ['latency', '5.5 ms'],
      ['outcome', 'preempted'],
    ])
    expect(packetCells(history, 1)).toMatchObject({ engine: 'Copy', kind: 'Standard', context: 'app', command: '' })
  })

  it('is a row of CSV, quoted where needed', () => {
    const [head, row, , end] = packetsCsv(history, [0, 1]).split('\r\n')
    expect(head!.split(',')).toHaveLength(15)
    expect(row).toBe(
      '0,3d,dwm,present,"compose, then ""flip""",4711,146,1000,2000,6500,50,preempted,7,Blur.main; allocation 16,"DmaPacketStart (175), 0 · DmaPacket (177), 2"',
    )
    expect(end).toBe('')
  })
})
