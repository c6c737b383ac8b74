/** Writes a draft to the disk soon after each change of a text, and the last one when the page is hidden. */
import type { Draft, Persistence } from './persistence.ts'
import type { Gid } from './records.ts'

/** Text is on the disk within 300 ms. */
const WRITE_DELAY_MS = 150

/** The key of the draft of the name of a task. */
export const nameDraft = (gid: Gid): string => `name:${gid}`

export interface DraftWriter {
  write(draft: Omit<Draft, 'writtenAt'>): void
  /** Forgets the draft: the text was sent, or discarded. */
  clear(): void
  /** Writes what waits at once. */
  flush(): void
}

export function createDraftWriter({ setDraft }: Persistence, key: string): DraftWriter {
  let waiting: Omit<Draft, 'writtenAt'> | undefined
  let timer: number | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (!waiting) return
    void setDraft(key, { ...waiting, writtenAt: Date.now() })
    waiting = undefined
  }
  return {
    flush,
    write: draft => {
      waiting = draft
      timer ??= window.setTimeout(flush, WRITE_DELAY_MS)
    },
    clear: () => {
      clearTimeout(timer)
      timer = undefined
      waiting = undefined
      void setDraft(key, null)
    },
  }
}
