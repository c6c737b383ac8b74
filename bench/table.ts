/** The results as a table, of one run or of several. */
import type { Rate } from './contender.ts'
import type { Profile } from './gauge.ts'

/** One line: the work, the contender it is compared with, and the target. */
export interface TableLine {
  work: string
  against: string
  figure: string
  range: string
  target: string
  /** The ratio by CPU time. */
  byCpu?: number
  /** CPU of a request in microseconds: ours and the other's. */
  cpu?: number[]
  /** Requests in a second: ours and the other's. */
  rate?: number[]
  /** CPU of the database in microseconds for a request: ours and the older checkout's. */
  database?: number[]
  /** Our share of the older checkout's cost, by CPU time if that is known. */
  older?: number
  /** The measurements, round by round. */
  rounds?: { ours: Rate[]; other?: Rate[] | undefined; older?: Rate[] | undefined }
}

const heads = {
  ...{ work: 'work', against: 'against', figure: 'ratio', range: 'min..max', target: 'target', byCpu: 'by CPU' },
  ...{ cpu: 'µs of CPU', rate: 'per second', database: 'database µs', older: '÷ older' },
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const [low = 0, high = 0] = [sorted[(sorted.length - 1) >> 1], sorted[middle]]
  return (low + high) / 2
}

export interface Comparison {
  work: string
  against: string
  target: string
  /** Whether the figure is a multiple of the cost, instead of a share of the other's rate. */
  times?: boolean
}

type Rounds = NonNullable<TableLine['rounds']>

const cpuOf = ({ cpu }: Rate) => cpu
const rateOf = ({ perSecond }: Rate) => perSecond

/** The ratios of two sides, round by round. */
const ratiosOf = (ours: Rate[], theirs: Rate[], of: (rate: Rate) => number): number[] =>
  ours.map((rate, round) => of(rate) / of(theirs[round] ?? rate))

/** The parts that every line of measured rounds shows. */
function sidesOf({ ours, older, other }: Rounds) {
  const all = (of: (rate: Rate) => number) => (other ? [ours, other] : [ours]).map(rates => median(rates.map(of)))
  return {
    ...{ cpu: all(cpuOf), rate: all(rateOf), rounds: { ours, other, older } },
    ...(older && { older: median(ratiosOf(ours, older, cpuOf)) }),
    ...databaseOf([ours, older ?? []]),
  }
}

/** The line of a comparison. */
export function comparison(
  { work, against, target, times }: Comparison,
  rounds: Rounds & { other: Rate[] },
): TableLine {
  const { ours, other } = rounds
  const turned = (values: number[], isTurned: boolean) => (isTurned ? values.map(value => 1 / value) : values)
  const ratios = turned(ratiosOf(ours, other, rateOf), times === true)
  const byCpu = median(turned(ratiosOf(ours, other, cpuOf), times !== true))
  const figure = median(ratios).toFixed(2)
  return { work, against, target, ...sidesOf(rounds), byCpu, figure, range: span(ratios, 2) }
}

/** The line of our cost, or of a number per second, compared only with the older checkout. */
export function cost({ work, against, target }: Comparison, rounds: Rounds, isRate = false): TableLine {
  const { ours, older } = rounds
  const shown = { work, against, target, ...sidesOf(rounds) }
  const rates = ours.map(isRate ? rateOf : cpuOf)
  if (!isRate) return { ...shown, figure: `${median(rates).toFixed(1)} µs`, range: span(rates, 1) }
  const times = older && { older: median(ratiosOf(ours, older, rateOf)) }
  return { ...shown, figure: `${median(rates).toFixed(0)} /s`, range: span(rates, 0), ...times }
}

function databaseOf(sides: Rate[][]): { database?: number[] } {
  const found = sides.map(rates => rates.flatMap(({ database }) => (database === undefined ? [] : [database])))
  const medians = found.flatMap(values => (values.length > 0 ? [median(values)] : []))
  return medians.length > 0 ? { database: medians } : {}
}

export const span = (values: number[], digits: number): string =>
  `${Math.min(...values).toFixed(digits)}..${Math.max(...values).toFixed(digits)}`

const whole = (value: number) => value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 1 : 0 })

/** The line of one figure. */
export const plain = (work: string, against: string, figure: string, range: string, target: string): TableLine => ({
  ...{ work, against, figure, range, target },
})

/** The line of a figure that was measured several times, for us and for the older checkout. */
export function timed(
  { work, target, unit, digits }: { work: string; target: string; unit: string; digits: number },
  ours: number[],
  older: number[] | undefined,
): TableLine {
  const figure = `${median(ours).toFixed(digits)} ${unit}`
  const ratio = older && older.length > 0 ? { older: median(ours) / median(older) } : {}
  return { work, against: '', figure, range: span(ours, digits), target, ...ratio }
}

/** Several runs as one: the median of each figure, with the range of the runs. */
export function summary(runs: TableLine[][]): TableLine[] {
  const keyOf = ({ work, against }: TableLine) => `${work}\n${against}`
  const lines = new Map<string, TableLine[]>()
  for (const line of runs.flat()) lines.set(keyOf(line), [...(lines.get(keyOf(line)) ?? []), line])
  return [...lines.values()].map(merged)
}

function merged(lines: TableLine[]): TableLine {
  const [first, ...rest] = lines
  if (!first) throw new Error('There are no results.')
  if (rest.length === 0) return first
  const [, sample = '', unit = ''] = /^([\d.,]+)(.*)$/s.exec(first.figure) ?? []
  const digits = sample.split('.')[1]?.length ?? 0
  const values = lines.map(({ figure }) => Number.parseFloat(figure.replaceAll(',', '')))
  const { rounds: _, ...shown } = first
  const one = (of: (line: TableLine) => number | undefined) => median(lines.flatMap(line => of(line) ?? []))
  const many = (of: (line: TableLine) => number[] | undefined) => of(first)?.map((_, at) => one(line => of(line)?.[at]))
  return {
    ...shown,
    figure: sample ? `${median(values).toFixed(digits)}${unit}` : first.figure,
    range: sample ? span(values, digits) : '',
    ...(first.byCpu === undefined ? {} : { byCpu: one(line => line.byCpu) }),
    ...(first.older === undefined ? {} : { older: one(line => line.older) }),
    ...(first.cpu && { cpu: many(line => line.cpu) ?? [] }),
    ...(first.rate && { rate: many(line => line.rate) ?? [] }),
    ...(first.database && { database: many(line => line.database) ?? [] }),
  }
}

const columns = ['work', 'against', 'figure', 'range', 'target', 'byCpu', 'cpu', 'rate', 'database', 'older'] as const

const isText = (name: string) => name === 'work' || name === 'against'

type TableRow = Record<(typeof columns)[number], string>

function rowOf(line: TableLine): TableRow {
  const sides = (values: number[] | undefined) => values?.map(whole).join(' / ') ?? ''
  const ratio = (value: number | undefined) => value?.toFixed(2) ?? ''
  const { work, against, figure, range, target } = line
  return {
    ...{ work, against, figure, range, target, byCpu: ratio(line.byCpu), older: ratio(line.older) },
    ...{ cpu: sides(line.cpu), rate: sides(line.rate), database: sides(line.database) },
  }
}

/** As text; a column without figures is omitted. */
export function table(lines: TableLine[]): string {
  const shown = lines.map(rowOf)
  const used = columns.filter(name => shown.some(one => one[name] !== ''))
  const widths = used.map(name => Math.max(...[heads, ...shown].map(one => one[name].length)))
  const show = (one: TableRow) =>
    used
      .map((name, at) => (isText(name) ? one[name].padEnd(widths[at] ?? 0) : one[name].padStart(widths[at] ?? 0)))
      .join('  ')
      .trimEnd()
  return [show(heads), widths.map(width => '-'.repeat(width)).join('  '), ...shown.map(show)].join('\n')
}

/** The functions with the most self time in a request. */
export function profileTable(title: string, { total, spent }: Profile, maxLines = 40): string {
  const lines = spent
    .slice(0, maxLines)
    .map(
      ({ self, name, at }) =>
        `${self.toFixed(2).padStart(8)}  ${((100 * self) / total).toFixed(1).padStart(5)}%  ${name}  ${at}`,
    )
  return [`${title}: ${total.toFixed(1)} µs in each request`, ...lines].join('\n')
}
