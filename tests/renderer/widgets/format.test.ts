import { describe, expect, it } from 'vitest'
import {
  counted,
  formatExactBytes,
  formatHResult,
  formatShare,
  GIB,
  MIB,
  sizeText,
  withSizes,
} from '../../../renderer/widgets/format'

describe('bytes', () => {
  it('all digits are given where it matters', () => {
    expect(formatExactBytes(64 * MIB)).toBe('67,108,864 bytes')
    expect(formatExactBytes(1)).toBe('1 byte')
  })

  it.each([
    [
      'A.r: 67108864 bytes in pool P: 512 bytes are free in it, 3 of 4 blocks',
      'A.r: 64 MiB in pool P: 512 B are free in it, 3 of 4 blocks',
    ],
    // those that have their unit from another, as the simulation says them
    [
      'its contents are corrupt: 1024 of 65536 bytes were evicted',
      'its contents are corrupt: 1 KiB of 64 KiB were evicted',
    ],
    [
      'what "x" (fence 7) uses does not fit: 3145728 bytes, 1048576 of them its context\'s, of at most 2097152, and no',
      'what "x" (fence 7) uses does not fit: 3 MiB, 1 MiB of them its context\'s, of at most 2 MiB, and no',
    ],
    [
      'SetVideoMemoryReservation of 2097152 bytes was refused: at most 1048576 are available',
      'SetVideoMemoryReservation of 2 MiB was refused: at most 1 MiB are available',
    ],
    [
      "asked for 2097152 bytes of GPU VA space, above the OS's own 1048576: 65536 bytes of page tables",
      "asked for 2 MiB of GPU VA space, above the OS's own 1 MiB: 64 KiB of page tables",
    ],
    [
      'the reservation of 104857600 bytes exceeds what is needed and used, 83886080: the difference wraps',
      'the reservation of 100 MiB exceeds what is needed and used, 80 MiB: the difference wraps',
    ],
  ])('%s: in a message of the simulation sizes are written as everywhere else', (message, shown) => {
    expect(withSizes(message)).toBe(shown)
  })

  it('the name of what a message is about stays as it is, also where it looks like a size', () => {
    const message = 'Blur.512 bytes has 65536 bytes and was evicted'
    expect(withSizes(message, 'Blur.512 bytes')).toBe('Blur.512 bytes has 64 KiB and was evicted')
    expect(withSizes('its contents are corrupt: 1024 of 65536 bytes were evicted', 'Blur.main')).toBe(
      'its contents are corrupt: 1 KiB of 64 KiB were evicted',
    )
  })

  it.each([
    [64 * MIB, '64 MiB'],
    [1.5 * GIB, '1.5 GiB'],
    [1_887_424 * 1024, '1843.1875 MiB'],
    [GIB, '1 GiB'],
    [1024 * GIB, '1 TiB'],
    [1025 * GIB, '1025 GiB'],
    [65_537, '65537 B'],
    [0, '0 B'],
  ])('%d is edited as %s', (bytes, text) => {
    expect(sizeText(bytes)).toBe(text)
  })
})

describe('counted', () => {
  it('has the plural for every number but one', () => {
    expect([0, 1, 2, 1024].map((count) => counted(count, 'frame'))).toEqual([
      '0 frames',
      '1 frame',
      '2 frames',
      '1,024 frames',
    ])
    expect(counted(1, 'entry', 'entries') + counted(2, 'entry', 'entries')).toBe('1 entry2 entries')
  })
})

describe('formatShare', () => {
  it('has a decimal where there is one, and says that a little is not nothing', () => {
    expect([0, 0.0002, 0.25, 0.1234, 1].map(formatShare)).toEqual(['0 %', '< 0.1 %', '25 %', '12.3 %', '100 %'])
  })
})

describe('HRESULT', () => {
  it('is eight hexadecimal digits, unsigned', () => {
    expect(formatHResult(0x887a0036)).toBe('0x887A0036')
    expect(formatHResult(0x887a0036 | 0)).toBe('0x887A0036')
    expect(formatHResult(0)).toBe('0x00000000')
  })
})
