/**
 * The progress display of `npm test`: on a terminal one line that is rewritten, elsewhere one line a minute. The last
 * lines are the summary, without progress.
 */
import { runsAlone } from './test_files.ts'

/**
 * The duration of a file in seconds on an idle machine. It is used for the first estimate only, which measurements
 * correct.
 */
const SHORT_SECONDS = 0.7
const LONG_SECONDS = 12

const REFRESH_MS = { terminal: 200, elsewhere: 60_000 }

/** The output stream: standard output. */
interface Output {
  readonly isTTY?: boolean
  write(text: string): unknown
}

export interface Progress {
  /** One more test has passed, failed or was skipped. */
  record(outcome: 'passed' | 'failed' | 'skipped'): void
  /** These files are finished. */
  done(files: readonly string[]): void
  /** Prints lines that stay. */
  say(text: string): void
  /** Ends the display. */
  end(): void
}

const weightOf = (files: readonly string[]) =>
  files.reduce((sum, file) => sum + (runsAlone(file) ? LONG_SECONDS : SHORT_SECONDS), 0)

const count = (number: number) => number.toLocaleString('en')

/** `about 6 min`, or the seconds when there are few. */
export function roughly(seconds: number): string {
  return seconds < 90 ? `about ${Math.ceil(seconds / 10) * 10} s` : `about ${Math.round(seconds / 60)} min`
}

/** The estimated duration of these files, with this number of workers. */
export const guess = (files: readonly string[], workers: number): number => weightOf(files) / workers

/** Starts the progress display of one engine; `clock` counts milliseconds. */
export function follow(files: readonly string[], workers: number, output: Output, clock: () => number): Progress {
  const began = clock()
  const whole = weightOf(files)
  const finished = new Set<string>()
  const counts = { passed: 0, failed: 0, skipped: 0 }
  const secondsLeft = () => {
    const doneWeight = weightOf([...finished])
    const spent = (clock() - began) / 1000
    // The estimate has the weight of the first tenth of the run.
    const perWeight = (spent + (whole / 10) * (1 / workers)) / (doneWeight + whole / 10)
    return Math.max(0, whole - doneWeight) * perWeight
  }
  const line = () => {
    const share = `${count(finished.size)} of ${count(files.length)} files`
    return `${share} · ${count(counts.passed)} passed · ${count(counts.failed)} failed · ${roughly(secondsLeft())} left`
  }
  const isTerminal = output.isTTY === true
  const show = () => output.write(isTerminal ? `\r${line()}\u001b[K` : `${line()}\n`)
  const timer = setInterval(show, isTerminal ? REFRESH_MS.terminal : REFRESH_MS.elsewhere)
  timer.unref()
  const clear = () => isTerminal && output.write('\r\u001b[K')
  return {
    record(outcome) {
      counts[outcome]++
    },
    done: files => {
      for (const file of files) finished.add(file)
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
