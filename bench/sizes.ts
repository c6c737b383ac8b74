/** Sizes and durations: the usual ones, or tiny ones to check that everything still runs. */

export interface Sizes {
  /** Tasks in the usual store. */
  tasks: number
  /** Tasks in the large one. */
  many: number
  /** Tasks in a store that is moved to PostgreSQL. */
  moved: number
  /** Older changes of the project whose events are read. */
  changes: number
  /** Users of a provider, and members of the large group. */
  provisioned: number
  /** Projects of the workspace that a person joins. */
  projects: number
  /** Tasks of the project that is duplicated. */
  duplicated: number
  /** People in the one team. */
  team: number
  rounds: number
  roundMs: number
  warmUpMs: number
  /** The number of repetitions of single timed requests. */
  times: number
  /** Single requests before the timed ones, where V8 must have compiled the server. */
  warmUps: number
  delayMs: number
  /** What the web app is measured with. */
  app: AppSizes
}

interface AppSizes {
  /** Tasks of the small list, of the large one, and of the one whose names the command menu knows. */
  small: number
  large: number
  names: number
  /** Cards of the board. */
  cards: number
  /** Notifications of the full inbox; the other one has at most a hundred. */
  notifications: number
  /** Tasks that are opened in the pane. */
  panes: number
  /** Keys that are pressed, visits of each screen, and writes of another person. */
  keys: number
  visits: number
  writes: number
  scrollMs: number
  /** How long a page is left alone. */
  idleMs: number
}

const given = Number(process.env.WORKLOOM_BENCH_TASKS || Number.NaN)

const usual: Sizes = {
  ...{ tasks: 100_000, many: 1_000_000, moved: 20_000, changes: 1_000_000, provisioned: 10_000, projects: 10_000 },
  ...{ duplicated: 10_000, team: 5000 },
  ...{ rounds: 9, roundMs: 400, warmUpMs: 8000, times: 5, warmUps: 100, delayMs: 40 },
  app: {
    ...{ small: 1000, large: 10_000, names: 20_000, cards: 2000, notifications: 10_000, panes: 200 },
    ...{ keys: 200, visits: 20, writes: 20, scrollMs: 3000, idleMs: 60_000 },
  },
  ...(Number.isNaN(given) ? {} : { tasks: Math.min(given, 100_000), many: given, moved: Math.min(given, 20_000) }),
}

const tiny: Sizes = {
  ...{ tasks: 1200, many: 1200, moved: 1200, changes: 1000, provisioned: 300, projects: 20 },
  ...{ duplicated: 300, team: 20 },
  ...{ rounds: 1, roundMs: 40, warmUpMs: 20, times: 1, warmUps: 1, delayMs: 10 },
  app: {
    ...{ small: 100, large: 1000, names: 2000, cards: 300, notifications: 1000, panes: 10 },
    ...{ keys: 20, visits: 2, writes: 3, scrollMs: 500, idleMs: 2000 },
  },
}

export const sizes: Sizes = process.argv.includes('--quick') ? tiny : usual
