/** A tag: its colour, what it means, and the tasks of all projects that have it. */
import { useParams } from '@tanstack/react-router'
import Pencil from 'lucide-react/icons/pencil'
import Plus from 'lucide-react/icons/plus'
import { useCallback, useEffect, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { ColorSwatch } from '../../components/display/chip.tsx'
import { SkeletonRows } from '../../components/display/skeleton_rows.tsx'
import { openNewTask } from '../../components/new_task.ts'
import { NotFoundPage } from '../../components/not_found.tsx'
import { useTitle } from '../../components/page.tsx'
import { TaskList } from '../../components/task_list/task_list.tsx'
import { shownName } from '../../components/task_list/types.ts'
import { columnMenu } from '../../components/views/menus.ts'
import { ViewToolbar } from '../../components/views/toolbar.tsx'
import { useViewState } from '../../components/views/use_view_state.ts'
import { tagPath, withPane } from '../../data/addresses.ts'
import { Failure } from '../../data/call.ts'
import { useCache, useRecord } from '../../data/hooks.ts'
import type { Gid } from '../../data/records.ts'
import { LIST } from '../../data/refreshing.ts'
import { TAG_FIELDS, type TagRecord } from '../../data/tags.ts'
import { viewFields } from '../../data/views/fields.ts'
import { EditTag } from './edit_tag.tsx'
import './tag.css'

/** The tag; null if it is not found, undefined while it is not known. */
function useTag(gid: Gid): TagRecord | null | undefined {
  const cache = useCache()
  const record = useRecord<TagRecord>(gid)
  const [missing, setMissing] = useState<Gid>()
  useEffect(() => {
    cache.read('tag', gid, TAG_FIELDS).then(
      () => setMissing(gid),
      (error: Error) => {
        if (error instanceof Failure && error.status >= 400 && error.status < 500) setMissing(gid)
      },
    )
  }, [cache, gid])
  if (record?.resource_type === 'tag') return record
  return missing === gid ? null : undefined
}

export function TagPage() {
  const { tag: gid = '' } = useParams({ strict: false })
  const tag = useTag(gid)
  if (tag === null) return <NotFoundPage />
  return tag ? <Tag key={gid} tag={tag} /> : <SkeletonRows label="Loading the tag" />
}

function Tag({ tag }: { tag: TagRecord }) {
  const [isEditing, setEditing] = useState(false)
  const { gid, color, notes = '' } = tag
  const name = shownName(tag.name, 'Untitled')
  useTitle(name)
  return (
    <div className="tag-page">
      <header className="tag-head">
        <ColorSwatch color={color} />
        <h1 tabIndex={-1}>{name}</h1>
        <Button icon={Pencil} onPress={() => setEditing(true)}>
          Edit details
        </Button>
      </header>
      {notes.trim() ? <p className="tag-notes">{notes}</p> : null}
      <Tasks tag={gid} name={name} />
      {isEditing ? <EditTag tag={tag} onClose={() => setEditing(false)} /> : null}
    </div>
  )
}

/** Which tasks have a tag is announced as a change of the task, or of the tag as its parent: the list is read again. */
function useLiveTasks(tag: Gid): void {
  const cache = useCache()
  useEffect(
    () =>
      cache.onReport(report => {
        if (report.kind !== 'change') return
        const { resource, field, parent, action } = report.change
        if (resource.resource_type !== 'task') return
        if (field === 'tags' || parent?.gid === tag || action === 'undeleted') cache.refresh(LIST, tag)
      }),
    [cache, tag],
  )
}

const FIELDS = viewFields(undefined, () => undefined)
const COLUMNS: readonly string[] = ['assignee', 'due_on', 'projects', 'tags']
const DEFAULT_COLUMNS = COLUMNS.map(field => ({ field }))

function Tasks({ tag, name }: { tag: Gid; name: string }) {
  const { workspace } = useCache()
  const control = useViewState(tag, { layout: 'list' })
  const { view, change } = control
  useLiveTasks(tag)
  const menuOf = useCallback(
    (id: string) => {
      const field = FIELDS.find(one => one.id === id)
      return field ? columnMenu(field, DEFAULT_COLUMNS, { view, change }) : []
    },
    [view, change],
  )
  const isFiltered = view.filters.length > 0
  const add = (
    <Button size="small" icon={Plus} onPress={() => openNewTask({ tags: [tag] })}>
      <span className="view-tool-text">Add task</span>
    </Button>
  )
  return (
    <section className="tag-tasks" aria-label="Tasks">
      <ViewToolbar control={control} fields={FIELDS} columns={DEFAULT_COLUMNS} canEdit lead={add} />
      <TaskList
        {...{ list: tag, kind: 'tag', title: name, view, defaultColumns: COLUMNS, columnMenu: menuOf }}
        canEdit
        isFound
        hrefOf={task => withPane(tagPath(workspace, tag), task)}
        nothing={isFiltered ? undefined : `No ${view.show === 'all' ? '' : `${view.show} `}tasks with this tag`}
        onClearFilters={isFiltered ? () => change({ filters: [], match: 'all' }) : undefined}
      />
    </section>
  )
}
