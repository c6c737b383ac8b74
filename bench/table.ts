/** The figures, as a table. */
import type { Compared, Rate } from './contender.ts'
import type { Profile } from './gauge.ts'

/** One line: what was measured, what it is compared with, and what it should be. */
export interface Line {
  work: string
  against: string
  figure: string
  range: string
  target: string
  /** The ratio by CPU time. */
  byCpu: string
  /** CPU of a request in microseconds: ours and the other's. */
  cpu: string
  /** Requests in a second: ours and the other's. */
  rate: string
}

const heads: Line = {
  work: 'work',
  against: 'against',
  figure: 'ratio',
  range: 'min..max',
  target: 'target',
  byCpu: 'by CPU',
  cpu: 'µs of CPU',
  rate: 'per second',
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const [low = 0, high = 0] = [sorted[(sorted.length - 1) >> 1], sorted[middle]]
  return (low + high) / 2
}

interface Said {
  work: string
  against: string
  target: string
  /** Whether the figure is how many times longer ours takes, and not how much of the other's rate it reaches. */
  times?: boolean
}

/** The line of a comparison. */
export function line({ work, against, target, times }: Said, { rates, cpus, ours, other }: Compared): Line {
  const ratios = times ? rates.map(rate => 1 / rate) : rates
  const cpu = median(times ? cpus.map(ratio => 1 / ratio) : cpus)
  const both = (of: (rate: Rate) => number) => `${whole(median(ours.map(of)))} / ${whole(median(other.map(of)))}`
  return {
    work,
    against,
    target,
    figure: median(ratios).toFixed(2),
    range: `${Math.min(...ratios).toFixed(2)}..${Math.max(...ratios).toFixed(2)}`,
    byCpu: cpu.toFixed(2),
    cpu: both(rate => rate.cpu),
    rate: both(rate => rate.perSecond),
  }
}

const whole = (value: number) => value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 1 : 0 })

/** The line of one figure. */
export const plain = (work: string, against: string, figure: string, range: string, target: string): Line => ({
  work,
  against,
  figure,
  range,
  target,
  byCpu: '',
  cpu: '',
  rate: '',
})

const columns = ['work', 'against', 'figure', 'range', 'target', 'byCpu', 'cpu', 'rate'] as const

export function table(lines: Line[]): string {
  const widths = columns.map(name => Math.max(...[heads, ...lines].map(one => one[name].length)))
  const show = (one: Line) =>
    columns
      .map((name, at) => (at < 2 ? one[name].padEnd(widths[at] ?? 0) : one[name].padStart(widths[at] ?? 0)))
      .join('  ')
      .trimEnd()
  return [show(heads), widths.map(width => '-'.repeat(width)).join('  '), ...lines.map(show)].join('\n')
}

/** The functions in which a request spends most, by themselves. */
export function profileTable(title: string, { total, spent }: Profile, most = 40): string {
  const lines = spent
    .slice(0, most)
    .map(
      ({ self, name, at }) =>
        `${self.toFixed(2).padStart(8)}  ${((100 * self) / total).toFixed(1).padStart(5)}%  ${name}  ${at}`,
    )
  return [`${title}: ${total.toFixed(1)} µs in each request`, ...lines].join('\n')
}
