/** The editors of tasks on a cache without a server: each call is confirmed at once. */
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { useState } from 'react'
import { NoticeProvider } from '../components/notices.tsx'
import { TaskCommands } from '../components/task/commands.tsx'
import '../components/grid/grid.css'
import { useTarget } from '../components/target.ts'
import { AssigneeButton, AssigneeCell } from '../components/task/field/assignee.tsx'
import { ApprovalButton, ApprovalButtons, CompletionCheckbox } from '../components/task/field/completion.tsx'
import { CustomFieldButton, CustomFieldCell } from '../components/task/field/custom_field.tsx'
import { DueDateButton, DueDateCell } from '../components/task/field/due_date.tsx'
import { TagsButton, TagsCell } from '../components/task/field/tags.tsx'
import { DependenciesGroup } from '../components/task/group/dependencies.tsx'
import { FollowersGroup } from '../components/task/group/followers.tsx'
import { ProjectsGroup } from '../components/task/group/projects.tsx'
import { CopyLinkButton, FollowButton, LikeButton } from '../components/task/menu/actions.tsx'
import { TaskMenuButton } from '../components/task/menu/task_menu.tsx'
import { SelectionToolbar } from '../components/task/selection_toolbar.tsx'
import { createClient } from '../data/client.ts'
import { CacheContext, useRecord } from '../data/hooks.ts'
import { PROJECT, sampleCache, sampleFields, TASK, TASKS } from './sample_cache.ts'

const cells = [AssigneeCell, DueDateCell, TagsCell] as const

function Row({ task, isReadOnly }: { task: string; isReadOnly: boolean }) {
  const name = String(useRecord(task)?.name ?? 'Deleted')
  return (
    <div className="grid-row" data-gid={task} tabIndex={-1}>
      <CompletionCheckbox {...{ task, isReadOnly }} />
      <span className="gallery-task">{name}</span>
      {cells.map(Cell => (
        <div key={Cell.name} className="grid-cell">
          <Cell {...{ task, isReadOnly }} />
        </div>
      ))}
      {sampleFields.slice(0, 3).map(({ gid }) => (
        <div key={gid} className="grid-cell">
          <CustomFieldCell {...{ task, isReadOnly }} field={gid} />
        </div>
      ))}
      <TaskMenuButton task={task} list={PROJECT} />
    </div>
  )
}

function Fields({ task, isReadOnly }: { task: string; isReadOnly: boolean }) {
  return (
    <div className="gallery-fields">
      <AssigneeButton {...{ task, isReadOnly }} />
      <DueDateButton {...{ task, isReadOnly }} />
      <TagsButton {...{ task, isReadOnly }} />
      {sampleFields.map(({ gid, name }) => (
        <div key={gid} className="gallery-field">
          <span>{name}</span>
          <CustomFieldButton {...{ task, isReadOnly }} field={gid} />
        </div>
      ))}
      <ProjectsGroup {...{ task, isReadOnly }} />
      <DependenciesGroup {...{ task, isReadOnly }} />
      <FollowersGroup {...{ task, isReadOnly }} />
    </div>
  )
}

function Editors() {
  const [selected, setSelected] = useState<readonly string[]>(TASKS)
  const [isReadOnly] = useState(() => new URLSearchParams(location.search).has('read_only'))
  useTarget('selection', selected)
  useTarget('pane', [TASK])
  return (
    <>
      <TaskCommands />
      <SelectionToolbar tasks={selected} clear={() => setSelected([])} list={PROJECT} />
      <div className="gallery-row">
        <LikeButton task={TASK} />
        <FollowButton task={TASK} />
        <CopyLinkButton task={TASK} />
        <ApprovalButton task={TASKS[2] ?? ''} />
        <ApprovalButtons task={TASKS[2] ?? ''} />
      </div>
      <div className="gallery-cells">
        {TASKS.map(task => (
          <Row key={task} {...{ task, isReadOnly }} />
        ))}
      </div>
      <Fields {...{ isReadOnly }} task={TASK} />
    </>
  )
}

const router = createRouter({
  routeTree: createRootRoute({ component: Editors }),
  history: createMemoryHistory(),
})

export function EditorsPage() {
  const [cache] = useState(sampleCache)
  const [client] = useState(() => createClient(() => {}))
  return (
    <QueryClientProvider client={client}>
      <CacheContext.Provider value={cache}>
        <NoticeProvider>
          <RouterProvider router={router} />
        </NoticeProvider>
      </CacheContext.Provider>
    </QueryClientProvider>
  )
}
