/** The name of the task: a field that grows with its text, and is saved while the person types. */
import { useEffect, useRef, useState } from 'react'
import { useAct } from '../../components/act.ts'
import { SEND_DELAY_MS } from '../../components/rich_text/use_text.ts'
import { useTaskPart } from '../../components/task/parts.ts'
import { createDraftWriter, nameDraft } from '../../data/drafts.ts'
import { useCache } from '../../data/hooks.ts'
import { setMembers } from '../../data/tasks.ts'
import type { Task } from './use_task.ts'

export const displayName = (name: string | undefined): string => name?.trim() || 'Untitled'

export function NameField({ task }: { task: Task }) {
  const { value, change, flush } = useSavedName(task)
  const field = useRef<HTMLTextAreaElement>(null)
  useTaskPart(task.gid, 'name', () => field.current?.select())
  return (
    <div className="task-name" data-text={`${value} `}>
      <textarea
        ref={field}
        rows={1}
        aria-label="Task name"
        placeholder="Task name"
        value={value}
        maxLength={1024}
        spellCheck
        enterKeyHint="done"
        onChange={event => change(event.currentTarget.value.replaceAll('\n', ' '))}
        onBlur={flush}
        onKeyDown={event => {
          if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return
          event.preventDefault()
          event.stopPropagation()
          event.currentTarget.blur()
        }}
      />
    </div>
  )
}

/** The typed name: on the disk at once, sent after a pause, on blur, when the field goes away and when the page is hidden. */
function useSavedName({ gid, name }: Task) {
  const cache = useCache()
  const act = useAct()
  const [typed, setTyped] = useState<string>()
  const saver = useRef(createSaver(() => {}))
  useEffect(() => {
    const key = nameDraft(gid)
    const draft = createDraftWriter(cache.persistence, key)
    const save = (text: string) => {
      // A new task gets its gid from the server while its name is typed.
      const known = cache.outbox.resolve(gid)
      const current = cache.records.get(known)?.name
      if (current !== undefined && text !== current) {
        act({ title: 'Task renamed', steps: [setMembers(cache, known, { name: text })] }, { isQuiet: true })
      }
      draft.clear()
      cache.outbox.setTyped(key, false)
      setTyped(undefined)
    }
    const own = createSaver(save, text => {
      draft.write({ text })
      cache.outbox.setTyped(key, true)
    })
    saver.current = own
    void cache.persistence.draft(key).then(left => left && own.isIdle() && save(left.text))
    addEventListener('pagehide', own.flush)
    return () => {
      own.flush()
      removeEventListener('pagehide', own.flush)
    }
  }, [cache, gid, act])
  return {
    value: typed ?? name,
    change: (text: string) => {
      setTyped(text)
      saver.current.write(text)
    },
    flush: () => saver.current.flush(),
  }
}

/** Calls `save` with the last text after a pause. */
function createSaver(save: (text: string) => void, write: (text: string) => void = () => {}) {
  let waiting: string | undefined
  let timer: number | undefined
  const flush = () => {
    clearTimeout(timer)
    if (waiting === undefined) return
    const text = waiting
    waiting = undefined
    save(text)
  }
  return {
    flush,
    isIdle: () => waiting === undefined,
    write: (text: string) => {
      waiting = text
      write(text)
      clearTimeout(timer)
      timer = window.setTimeout(flush, SEND_DELAY_MS)
    },
  }
}
