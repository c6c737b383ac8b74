/** The durations of tests: `npm test -- --slowest N` prints those of an engine. */
import { relative } from 'node:path'
import type { Message } from './test_batch.ts'

export interface Times {
  /** A process with these files has started; the returned function takes its messages when it has ended. */
  started(files: readonly string[]): (messages: readonly Message[]) => void
  /** Lines that name the slowest files, tests and processes; none if `count` is 0. */
  slowest(count: number): string[]
}

interface Duration {
  name: string
  milliseconds: number
  /** Milliseconds of CPU, if they are known: the load of the machine does not change them. */
  computed: number | null
}

/** `clock` counts milliseconds. */
export function createTimes(root: string, clock: () => number): Times {
  const files = new Map<string, Duration>()
  const tests: Duration[] = []
  const processes: Duration[] = []
  return {
    started(batch) {
      const began = clock()
      return messages => {
        let within = 0
        for (const one of messages) {
          if (one.kind !== 'took') continue
          const { milliseconds, computed } = one
          const name = relative(root, one.file)
          within += milliseconds
          tests.push({ name: `${name}: ${one.name}`, milliseconds, computed })
          const sum = files.get(name) ?? { name, milliseconds: 0, computed: 0 }
          files.set(name, {
            name,
            milliseconds: sum.milliseconds + milliseconds,
            computed: (sum.computed ?? 0) + computed,
          })
        }
        const milliseconds = clock() - began
        const outside = `${seconds(milliseconds - within)} s of it outside of tests`
        processes.push({ name: `${batch[0]}, ${batch.length} files, ${outside}`, milliseconds, computed: null })
      }
    },
    slowest(count) {
      if (!(count > 0)) return []
      const parts = { files: [...files.values()], tests, processes }
      return Object.entries(parts).flatMap(([what, all]) => [`The slowest ${what}:`, ...first(all, count)])
    },
  }
}

const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(1)

function first(all: readonly Duration[], count: number): string[] {
  const sorted = all.toSorted((one, other) => other.milliseconds - one.milliseconds)
  return sorted.slice(0, count).map(({ name, milliseconds, computed }) => {
    const ofIt = computed === null ? '' : `${seconds(computed)} s of CPU`
    return `${seconds(milliseconds).padStart(7)} s ${ofIt.padStart(15)}  ${name}`
  })
}
