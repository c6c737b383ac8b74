/** The activity of a task: comments and changes, oldest first. */
import { useLocation } from '@tanstack/react-router'
import { type Dispatch, type SetStateAction, useEffect, useMemo, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { DateTime } from '../../components/date_time.tsx'
import { Avatar } from '../../components/display/avatar.tsx'
import { usePerson } from '../../components/display/use_person.ts'
import { useCache, useComputed } from '../../data/hooks.ts'
import type { Gid } from '../../data/records.ts'
import { type Story, storiesOf } from '../../data/stories.ts'
import { Comment } from './comment.tsx'
import { CommentBox } from './comment_box.tsx'
import { type ActivityItem, foldStories, isComment, titleOf } from './fold.ts'
import { PartTitle } from './part.tsx'
import { type Task, useStories } from './use_task.ts'

interface Props {
  task: Task
  canComment: boolean
}

export function Activity({ task: { gid }, canComment }: Props) {
  const cache = useCache()
  const { isRead } = useStories(gid)
  const [isCommentsOnly, setCommentsOnly] = useState(false)
  const [unfolded, setUnfolded] = useState<ReadonlySet<Gid>>(new Set())
  const list = storiesOf(gid)
  const stories = useComputed(
    () =>
      cache.lists.contents(list).entries.flatMap(({ item }) => (cache.records.get(item) as Story | undefined) ?? []),
    changed => changed.startsWith(list) || cache.records.get(changed)?.resource_type === 'story',
    list,
  )
  const items = useMemo(
    () => foldStories(isCommentsOnly ? stories.filter(isComment) : stories, unfolded),
    [stories, unfolded, isCommentsOnly],
  )
  const target = useNamedStory(items, setUnfolded)
  const pinned = stories.filter(({ is_pinned }) => is_pinned)
  return (
    <>
      <section className="task-part activity" aria-label="Activity">
        <header className="task-part-head">
          <PartTitle>Activity</PartTitle>
          <Button kind="ghost" size="small" isPressed={isCommentsOnly} onPress={() => setCommentsOnly(!isCommentsOnly)}>
            Comments only
          </Button>
        </header>
        {pinned.length > 0 ? (
          <p className="activity-pinned">
            {pinned.length === 1 ? '1 pinned comment' : `${pinned.length} pinned comments`}
          </p>
        ) : null}
        <ul className="activity-list" aria-label="Activity" aria-busy={!isRead && stories.length === 0}>
          {items.map(item => (
            <li
              key={item.kind === 'story' ? item.story.gid : `folded ${item.key}`}
              id={item.kind === 'story' ? `story-${item.story.gid}` : undefined}
              data-kind={kindOf(item)}
              data-target={(item.kind === 'story' && item.story.gid === target) || undefined}
            >
              {item.kind === 'folded' ? (
                <Folded stories={item.stories} unfold={() => setUnfolded(new Set([...unfolded, item.key]))} />
              ) : isComment(item.story) ? (
                <Comment task={gid} story={item.story} canComment={canComment} />
              ) : (
                <SystemStory story={item.story} />
              )}
            </li>
          ))}
        </ul>
      </section>
      {canComment ? <CommentBox task={gid} /> : null}
    </>
  )
}

/**
 * The story that the address names after `#`, as notifications do. It is scrolled to as soon as it is read, and unfolded if
 * it is part of a series.
 */
function useNamedStory(
  items: readonly ActivityItem[],
  setUnfolded: Dispatch<SetStateAction<ReadonlySet<Gid>>>,
): Gid | undefined {
  const [, gid] = /^story-(\d+)$/.exec(useLocation().hash) ?? []
  const found = items.find(item =>
    item.kind === 'story' ? item.story.gid === gid : item.stories.some(story => story.gid === gid),
  )
  const folded = found?.kind === 'folded' ? found.key : undefined
  const isShown = found?.kind === 'story'
  useEffect(() => {
    if (folded) setUnfolded(all => new Set([...all, folded]))
    if (isShown) document.getElementById(`story-${gid}`)?.scrollIntoView({ block: 'center' })
  }, [gid, folded, isShown, setUnfolded])
  return gid
}

const kindOf = (item: ActivityItem): string => (item.kind === 'story' && isComment(item.story) ? 'comment' : 'change')

function Folded({ stories, unfold }: { stories: readonly Story[]; unfold(): void }) {
  const { records } = useCache()
  const title = titleOf(stories, gid => String(records.get(gid)?.name ?? 'Private'))
  return (
    <button type="button" className="activity-folded" aria-expanded={false} onClick={unfold}>
      {title}
    </button>
  )
}

function SystemStory({ story: { text, created_by, created_at } }: { story: Story }) {
  const person = usePerson(created_by)
  return (
    <article className="activity-change">
      {person ? <Avatar person={person} size={16} /> : <span className="activity-dot" />}
      <p>
        {text.trim()} <span aria-hidden="true">·</span> <DateTime at={created_at} />
      </p>
    </article>
  )
}
