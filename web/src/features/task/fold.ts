/** The activity as it is shown: of several system stories in succession only the last ones, until all are asked for. */
import type { Gid } from '../../data/records.ts'
import type { Story } from '../../data/stories.ts'

export type ActivityItem =
  | { readonly kind: 'story'; readonly story: Story }
  /** System stories that are not shown. `key` is the first one. */
  | { readonly kind: 'folded'; readonly key: Gid; readonly stories: readonly Story[] }

/** Shorter series are shown whole. */
const MIN_SERIES = 4
const SHOWN_OF_SERIES = 2

export const isComment = (story: Story): boolean => story.type === 'comment'

export function foldStories(stories: readonly Story[], unfolded: ReadonlySet<Gid>): ActivityItem[] {
  return seriesOf(stories).flatMap((series): ActivityItem[] => {
    const first = series[0]?.gid ?? ''
    const shown = (part: readonly Story[]) => part.map((story): ActivityItem => ({ kind: 'story', story }))
    if (series.length < MIN_SERIES || unfolded.has(first)) return shown(series)
    const hidden = series.slice(0, -SHOWN_OF_SERIES)
    return [{ kind: 'folded', key: first, stories: hidden }, ...shown(series.slice(-SHOWN_OF_SERIES))]
  })
}

/** Series of system stories; each comment is one of its own. */
function seriesOf(stories: readonly Story[]): Story[][] {
  const series: Story[][] = []
  for (const story of stories) {
    const last = series.at(-1)
    if (last?.[0] && !isComment(story) && !isComment(last[0])) last.push(story)
    else series.push([story])
  }
  return series
}

/** What a series of changes is called: "Ben made 4 changes". */
export function titleOf(stories: readonly Story[], nameOf: (gid: Gid) => string): string {
  const people = new Set(stories.map(({ created_by }) => created_by))
  const [only] = people
  const count = `${stories.length} changes`
  return people.size === 1 && only ? `${nameOf(only)} made ${count}` : count
}
