/**
 * What `npm test` shows while it runs: on a terminal a line that moves, elsewhere a line a minute. Nothing of it is among the
 * last lines, which are the sums.
 */
import { isLong } from './test_files.ts'

/** How long a file takes, in seconds, where nothing else runs. Only for the first guess; what happens corrects it. */
const SHORT_S = 0.7
const LONG_S = 12

const EVERY_MS = { terminal: 200, elsewhere: 60_000 }

/** Where it is shown: standard output. */
interface Output {
  readonly isTTY?: boolean
  write(text: string): unknown
}

export interface Progress {
  /** One more test has passed, failed or was skipped. */
  saw(outcome: 'passed' | 'failed' | 'skipped'): void
  /** These files are through. */
  done(files: readonly string[]): void
  /** Writes lines that stay. */
  say(text: string): void
  /** Shows nothing more. */
  end(): void
}

const weightOf = (files: readonly string[]) => files.reduce((sum, file) => sum + (isLong(file) ? LONG_S : SHORT_S), 0)

const count = (number: number) => number.toLocaleString('en')

/** `about 6 min`, or the seconds when there are few. */
export function roughly(seconds: number): string {
  return seconds < 90 ? `about ${Math.ceil(seconds / 10) * 10} s` : `about ${Math.round(seconds / 60)} min`
}

/** How long it takes to run these files, so many at a time. */
export const guess = (files: readonly string[], lanes: number): number => weightOf(files) / lanes

/** Begins to show how far the files of an engine are; `clock` counts milliseconds. */
export function follow(files: readonly string[], lanes: number, output: Output, clock: () => number): Progress {
  const began = clock()
  const whole = weightOf(files)
  const through = new Set<string>()
  const counts = { passed: 0, failed: 0, skipped: 0 }
  const left = () => {
    const behind = weightOf([...through])
    const spent = (clock() - began) / 1000
    // A guess counts for as much as the first tenth of what happens.
    const perWeight = (spent + (whole / 10) * (1 / lanes)) / (behind + whole / 10)
    return Math.max(0, whole - behind) * perWeight
  }
  const line = () => {
    const share = `${count(through.size)} of ${count(files.length)} files`
    return `${share} · ${count(counts.passed)} passed · ${count(counts.failed)} failed · ${roughly(left())} left`
  }
  const isTerminal = output.isTTY === true
  const show = () => output.write(isTerminal ? `\r${line()}\u001b[K` : `${line()}\n`)
  const timer = setInterval(show, isTerminal ? EVERY_MS.terminal : EVERY_MS.elsewhere)
  timer.unref()
  const clear = () => isTerminal && output.write('\r\u001b[K')
  return {
    saw(outcome) {
      counts[outcome]++
    },
    done: files => {
      for (const file of files) through.add(file)
    },
    say(text) {
      clear()
      output.write(`${text}\n`)
    },
    end() {
      clearInterval(timer)
      clear()
    },
  }
}
