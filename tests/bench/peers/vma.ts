/**
 * The Vulkan Memory Allocator's TLSF (C++, -O2, without asserts) in the rounds of ours. It is built where a C++ compiler and the header
 * `vk_mem_alloc.h` are installed (Debian 13: `g++ libvulkan-dev libvulkan-memory-allocator-dev`); the variable
 * TRIMLINE_VMA_INCLUDE names a folder that has the header where the compiler would not look. It is a process of its own, which
 * carries out a round when it is asked to by a pipe: what that takes is some 0.05 ms of 4 ms and more.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Contender } from '../measure'

/** What is freed and allocated, the same for everybody. */
export interface Churn {
  /** bytes, used again and again */
  readonly sizes: Int32Array
  /** bytes */
  readonly alignment: number
  /** allocations that live */
  readonly live: number
  /** of the set-up: which of those that live are freed and allocated anew */
  readonly churned: Int32Array
  /** the same, of a round */
  readonly picks: Int32Array
  /** of the block, in bytes */
  readonly room: number
}

export class VmaPeer implements Contender {
  readonly name = 'VMA'

  private constructor(
    private readonly child: ChildProcess,
    private readonly questions: number,
    private readonly answers: number,
    private readonly pairs: number,
  ) {}

  /** @param program of `build` */
  static start(program: string, folder: string, churn: Churn): VmaPeer {
    const [workload, asks, answers] = ['workload', 'asks', 'answers'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ]
    for (const pipe of [asks, answers]) rmSync(pipe, { force: true })
    const made = spawnSync('mkfifo', [asks, answers], { stdio: 'inherit' })
    if (made.status !== 0) throw new Error('no pipes could be made')
    const { sizes, churned, picks, live, alignment, room } = churn
    writeFileSync(workload, Buffer.concat([sizes, churned, picks].map(({ buffer }) => Buffer.from(buffer))))
    const numbers = [live, picks.length, alignment, room].map(String)
    const child = spawn(program, [workload, asks, answers, ...numbers], { stdio: ['ignore', 'ignore', 'inherit'] })
    // both wait for each other here
    const peer = new VmaPeer(child, openSync(asks, 'w'), openSync(answers, 'r'), picks.length)
    peer.awaitAnswer()
    return peer
  }

  run(): number {
    writeSync(this.questions, '.')
    this.awaitAnswer()
    return 2 * this.pairs
  }

  stop(): void {
    closeSync(this.questions)
    closeSync(this.answers)
    this.child.kill()
  }

  private awaitAnswer(): void {
    if (readSync(this.answers, Buffer.alloc(1)) !== 1) throw new Error('VMA ended before its time')
  }
}

/** @returns what `work` gives with the program, or with null where it cannot be built or started */
export function withVma<T>(source: string, work: (program: string | null, folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'trimline-vma-'))
  try {
    const program = join(folder, 'vma')
    const include = process.env.TRIMLINE_VMA_INCLUDE
    const options = ['-O2', '-DNDEBUG', '-std=c++17', '-w', ...(include === undefined ? [] : ['-I', include])]
    const built = spawnSync(process.env.CXX ?? 'c++', [...options, '-o', program, source, '-lpthread'])
    // without arguments it ends with 2: what cannot be started would never open its pipes
    const starts = built.status === 0 && spawnSync(program).status === 2
    return work(starts ? program : null, folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
