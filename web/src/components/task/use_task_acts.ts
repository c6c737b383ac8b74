/** What people do with one task or several ones: acts with their notices. Menus, keys and toolbars share them. */
import { useMemo } from 'react'
import { call } from '../../data/call.ts'
import { useCache } from '../../data/hooks.ts'
import type { Gid } from '../../data/records.ts'
import { setLiked, setParent, setSubtype, type TaskSubtype } from '../../data/task_changes.ts'
import { deleteTask, setCompleted, setMembers, setRelation } from '../../data/tasks.ts'
import { useAct } from '../act.ts'
import { useNotice } from '../notices.tsx'
import { useCopyLinks } from '../use_copy_links.ts'
import { completionTitle, countOf, TRASH_TITLE } from './picker/words.ts'

const DUPLICATED = 'notes,assignee,subtasks,attachments,tags,followers,projects,dates,parent'

const SUBTYPES: Readonly<Record<TaskSubtype, string>> = {
  ...{ default_task: 'a task', milestone: 'a milestone', approval: 'an approval' },
}

export function useTaskActs() {
  const cache = useCache()
  const act = useAct()
  const notify = useNotice()
  const copyLinks = useCopyLinks()
  return useMemo(() => {
    const { records, user } = cache
    const every = (tasks: readonly Gid[], test: (task: Gid) => boolean) => tasks.length > 0 && tasks.every(test)
    const perform = (title: string, steps: Parameters<typeof act>[0]['steps']) => {
      if (steps.length > 0) act({ title, steps })
    }
    return {
      /** Completes tasks; if all are completed, reopens them. */
      complete: (tasks: readonly Gid[]) => {
        const isCompleted = !every(tasks, task => records.get(task)?.completed === true)
        const changed = tasks.filter(task => (records.get(task)?.completed === true) !== isCompleted)
        const now = new Date().toISOString()
        perform(
          completionTitle(changed, isCompleted),
          changed.map(task => setCompleted(cache, task, isCompleted, now)),
        )
      },
      assignToMe: (tasks: readonly Gid[]) =>
        perform(
          `${countOf(tasks)} assigned to you`,
          tasks
            .filter(task => records.get(task)?.assignee !== user)
            .map(task => setMembers(cache, task, { assignee: user })),
        ),
      like: (tasks: readonly Gid[]) => {
        const liked = !every(tasks, task => records.get(task)?.liked === true)
        const changed = tasks.filter(task => (records.get(task)?.liked === true) !== liked)
        perform(
          `${countOf(changed)} ${liked ? 'liked' : 'no longer liked'}`,
          changed.map(task => setLiked(cache, task, liked)),
        )
      },
      follow: (tasks: readonly Gid[]) => {
        const follows = (task: Gid) => ((records.get(task)?.followers ?? []) as readonly Gid[]).includes(user)
        const isAdded = !every(tasks, follows)
        const changed = tasks.filter(task => follows(task) !== isAdded)
        perform(
          `${countOf(changed)} ${isAdded ? 'followed' : 'no longer followed'}`,
          changed.map(task => setRelation(cache, task, 'followers', user, isAdded)),
        )
      },
      remove: (tasks: readonly Gid[]) =>
        perform(
          TRASH_TITLE,
          tasks.map(task => deleteTask(cache, task)),
        ),
      setSubtype: (tasks: readonly Gid[], subtype: TaskSubtype) =>
        perform(
          `${countOf(tasks)} marked as ${SUBTYPES[subtype]}`,
          tasks.flatMap(task => setSubtype(cache, task, subtype)),
        ),
      setParent: (tasks: readonly Gid[], parent: Gid | null) => {
        const place = parent ? String(records.get(parent)?.name ?? 'the task') : null
        perform(
          place ? `Moved to ${place}` : 'Moved out of the parent task',
          tasks.map(task => setParent(cache, task, parent)),
        )
      },
      copyLink: (tasks: readonly Gid[]) => {
        const links = tasks.map(task => {
          const link = records.get(task)?.permalink_url
          return typeof link === 'string' ? link : `${location.origin}/1/${cache.workspace}/task/${task}`
        })
        copyLinks(links)
      },
      /** The server copies a task by a job; the copy exists at once, and what belongs to it follows. */
      duplicate: async (tasks: readonly Gid[]) => {
        try {
          const copies: Gid[] = []
          for (const task of tasks) {
            const name = `${records.get(task)?.name ?? 'Task'} (copy)`
            const job = await call<{ new_task: { gid: Gid } }>('POST', `/api/1.0/tasks/${task}/duplicate`, {
              name: name.slice(0, MAX_NAME_CHARACTERS),
              include: DUPLICATED,
            })
            copies.push(job.new_task.gid)
            cache.refresh('task', job.new_task.gid)
          }
          notify({
            text: `${countOf(tasks)} duplicated`,
            undo: () =>
              perform(
                TRASH_TITLE,
                copies.map(task => deleteTask(cache, task)),
              ),
          })
        } catch (error) {
          notify({ text: `Duplicating failed: ${(error as Error).message}`, isError: true })
        }
      },
    }
  }, [cache, act, notify, copyLinks])
}

/** The limit of the server for names. */
const MAX_NAME_CHARACTERS = 1024

export type TaskActs = ReturnType<typeof useTaskActs>
