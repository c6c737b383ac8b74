/**
 * The dialog that creates a task from anywhere. Names of people, projects, tags and days in the name become values; what was
 * typed stays until the task is created.
 */
import './quick_add.css'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useAct } from '../../components/act.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { useLaterUploads } from '../../components/files/use_later_uploads.ts'
import { takeNewTask } from '../../components/new_task.ts'
import { useNotice } from '../../components/notices.tsx'
import { useSections } from '../../components/task/picker/use_sections.ts'
import { taskPath, withPane } from '../../data/addresses.ts'
import { MAX_FILE_BYTES, tooLargeText } from '../../data/attachments.ts'
import type { Cache } from '../../data/cache.ts'
import { createDraftWriter } from '../../data/drafts.ts'
import { useCache } from '../../data/hooks.ts'
import { entryGid } from '../../data/lists.ts'
import type { Gid } from '../../data/records.ts'
import { createTask } from '../../data/tasks.ts'
import { closeDialog } from '../dialogs.ts'
import { Chips } from './chips.tsx'
import { EMPTY_DRAFT, NO_DATES, sectionIn, type TaskDraft } from './draft.ts'
import { useRecognition } from './use_recognition.ts'

const DRAFT = 'new_task'

/** The project of the screen, so that a task goes where the person looks. */
const projectOf = (path: string): Gid | null => /^\/1\/\d+\/project\/(\d+)/.exec(path)?.[1] ?? null

/** On My tasks, new tasks are the person's own. */
const isMyTasks = (path: string): boolean => /^\/1\/\d+\/my_tasks/.test(path)

/** The section of a row of a project: its own gid, or that of its task. */
function sectionNear({ records }: Cache, project: Gid | null, row: Gid | undefined): Gid | null {
  if (!project || !row) return null
  if (records.get(row)?.resource_type === 'section') return row
  return (records.get(entryGid(project, row))?.section ?? null) as Gid | null
}

/** The files for the task. Those that the server would refuse are reported at once. */
function useFiles() {
  const notify = useNotice()
  const [files, setFiles] = useState<readonly File[]>([])
  const choose = (chosen: readonly File[]) => {
    for (const file of chosen) if (file.size > MAX_FILE_BYTES) notify({ text: tooLargeText(file), isError: true })
    setFiles(chosen.filter(({ size }) => size <= MAX_FILE_BYTES))
  }
  return [files, choose] as const
}

/** The draft, which is stored until the task is created. What the screen knows of the task replaces that of the draft. */
function useDraft(cache: Cache, path: string) {
  const [given] = useState(takeNewTask)
  const [draft, setDraft] = useState<TaskDraft>()
  useEffect(() => {
    const assignee = isMyTasks(path) ? cache.user : null
    const project = projectOf(path)
    const section = sectionNear(cache, project, given.near)
    const empty: TaskDraft = { ...EMPTY_DRAFT, assignee, project, section }
    void cache.persistence.draft(DRAFT).then(stored => {
      const written = stored ? (JSON.parse(stored.text) as Partial<TaskDraft>) : {}
      const { due_on, near: _near, ...known } = given
      setDraft(draft => draft ?? { ...empty, ...written, ...known, ...(due_on && { dates: { ...NO_DATES, due_on } }) })
    })
  }, [cache, path, given])
  const writer = useMemo(() => createDraftWriter(cache.persistence, DRAFT), [cache])
  useEffect(() => {
    if (draft?.name || draft?.notes) writer.write({ text: JSON.stringify(draft) })
    else if (draft) writer.clear()
  }, [writer, draft])
  useEffect(() => writer.flush, [writer])
  return { draft, setDraft, forget: writer.clear }
}

export function QuickAdd() {
  const cache = useCache()
  const act = useAct()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { draft, setDraft, forget } = useDraft(cache, pathname)
  const input = useRef<HTMLInputElement>(null)
  const hintId = useId()
  const recognition = useRecognition({ draft, setDraft, input })
  const { shown } = recognition
  const sections = useSections(shown?.project ?? null)
  const [files, setFiles] = useFiles()
  const uploadLater = useLaterUploads()
  if (!draft || !shown) return null
  const change = (part: Partial<TaskDraft>) => setDraft({ ...draft, ...part })

  const create = (then: 'close' | 'open' | 'next') => {
    const final = recognition.final() ?? draft
    const name = final.name.trim()
    if (!name) return input.current?.focus()
    const steps = stepsOf(cache, final, name, sectionIn(final, sections)?.gid ?? null)
    const task = steps[0]?.subject ?? ''
    const href = withPane(pathname.startsWith('/1/') ? pathname : taskPath(cache.workspace, task), task)
    const open = () => void navigate({ to: href.replace(task, cache.outbox.resolve(task)) })
    act({ title: 'Task created', steps }, { open: { href, follow: open } })
    uploadLater(task, files)
    setFiles([])
    forget()
    recognition.reset()
    if (then === 'next') setDraft({ ...final, name: '', notes: '' })
    else closeDialog()
    if (then === 'open') open()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Backspace' && recognition.onBackspace(event)) return event.preventDefault()
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    create(event.ctrlKey || event.metaKey ? 'open' : event.shiftKey ? 'next' : 'close')
  }
  return (
    <Dialog title="New task" onClose={closeDialog}>
      <input
        ref={input}
        className="input quick-name"
        aria-label="Task name"
        aria-describedby={hintId}
        placeholder="What needs to be done?"
        maxLength={1024}
        autoFocus
        autoComplete="off"
        value={draft.name}
        onChange={event => recognition.type(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <p className="hint quick-hint" id={hintId}>
        @person, #project, ~tag, tomorrow
      </p>
      <Chips {...{ draft: shown, sections, files, change, setFiles }} />
      <textarea
        className="input quick-notes"
        aria-label="Description"
        placeholder="Description"
        rows={3}
        value={draft.notes}
        onChange={event => change({ notes: event.currentTarget.value })}
      />
      <div className="form-end">
        <Button kind="primary" onPress={() => create('close')}>
          Create task
        </Button>
        <Button onPress={closeDialog}>Cancel</Button>
      </div>
    </Dialog>
  )
}

/** The steps that create the task of a draft, in a section of its project. */
function stepsOf(cache: Cache, draft: TaskDraft, name: string, section: Gid | null) {
  const { notes, assignee, project, tags, dates, type } = draft
  const { due_on, due_at } = dates
  const chosen = Object.entries(type === 'milestone' ? { due_on, due_at } : dates).filter(([, value]) => value)
  const members = {
    name,
    ...(notes && { notes }),
    ...(assignee && { assignee }),
    ...(tags.length > 0 && { tags }),
    ...(type !== 'default_task' && { resource_subtype: type }),
    ...(type === 'approval' && { approval_status: 'pending' }),
    ...Object.fromEntries(chosen),
  }
  if (!project) return createTask(cache, { list: '', kind: 'workspace', section: null, place: 'top' }, members)
  return createTask(cache, { list: project, kind: 'project', section, place: 'top' }, members)
}
