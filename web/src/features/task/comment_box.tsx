/** The box for a new comment. What is typed stays on the disk until it is posted. */
import { useEffect, useMemo, useRef, useState } from 'react'
import { useAct } from '../../components/act.ts'
import { Button } from '../../components/button.tsx'
import { Avatar } from '../../components/display/avatar.tsx'
import { usePerson } from '../../components/display/use_person.ts'
import type { RichTextHandle } from '../../components/rich_text/editor_props.ts'
import { RichTextEditor } from '../../components/rich_text/rich_text_editor.tsx'
import { useMentions } from '../../components/rich_text/use_mentions.ts'
import { EMPTY_TEXT, isEmptyText } from '../../components/rich_text/xml.ts'
import { useTaskPart } from '../../components/task/parts.ts'
import { createDraftWriter } from '../../data/drafts.ts'
import { useCache, useRecord } from '../../data/hooks.ts'
import type { Gid } from '../../data/records.ts'
import { postComment } from '../../data/stories.ts'
import { StickerButton } from './stickers.tsx'

export function CommentBox({ task }: { task: Gid }) {
  const cache = useCache()
  const me = usePerson(cache.user)
  const { findPeople, open } = useMentions()
  const { editor, initial, change, post, flush, isEmpty, sticker, setSticker } = useNewComment(task)
  useTaskPart(task, 'comment', () => editor.current?.focus())
  return (
    <div className="comment-box" data-empty={isEmpty || undefined}>
      {me ? <Avatar person={me} size={28} /> : null}
      <RichTextEditor
        ref={editor}
        label="Comment"
        placeholder="Write a comment"
        profile="limited"
        value={initial}
        onChange={change}
        onBlur={flush}
        onMention={findPeople}
        onOpenLink={open}
        onSubmit={post}
        footer={<span className="comment-post-place" />}
      />
      {/* They are no part of the editor, which moves its own parts when it is loaded: a press must not be lost. */}
      <span className="comment-post">
        <StickerButton value={sticker} onChange={setSticker} />
        <Button kind="primary" size="small" keys="Mod+Enter" onPress={post}>
          Post comment
        </Button>
      </span>
      <Notified task={task} />
    </div>
  )
}

const MAX_NAMES = 3

/** The people who will be notified of the comment: the followers of the task, other than its author. */
function Notified({ task }: { task: Gid }) {
  const { user, records } = useCache()
  const followers = ((useRecord(task)?.followers ?? []) as readonly Gid[]).filter(gid => gid !== user)
  const names = followers.map(gid => String(records.get(gid)?.name ?? 'Private'))
  const shown = names.slice(0, names.length > MAX_NAMES + 1 ? MAX_NAMES : MAX_NAMES + 1)
  const more = names.length - shown.length
  const list = new Intl.ListFormat('en').format([...shown, ...(more > 0 ? [`${more} others`] : [])])
  return (
    <p className="comment-notified">
      {names.length > 0 ? `${list} will be notified.` : 'Nobody else follows the task.'}
    </p>
  )
}

function useNewComment(task: Gid) {
  const cache = useCache()
  const act = useAct()
  const key = `comment:${task}`
  const draft = useMemo(() => createDraftWriter(cache.persistence, key), [cache, key])
  const editor = useRef<RichTextHandle>(null)
  const shown = useRef<() => string>(undefined)
  const [initial, setInitial] = useState(EMPTY_TEXT)
  const [isEmpty, setEmpty] = useState(true)
  const [sticker, setSticker] = useState<string | null>(null)
  useEffect(() => {
    void cache.persistence.draft(key).then(left => {
      if (!left || shown.current) return
      setInitial(left.text)
      setEmpty(false)
    })
    addEventListener('pagehide', draft.flush)
    return () => {
      draft.flush()
      removeEventListener('pagehide', draft.flush)
    }
  }, [cache, key, draft])
  const change = (value: string, getShown: () => string) => {
    shown.current = getShown
    const nothing = isEmptyText(value)
    setEmpty(nothing)
    if (nothing) draft.clear()
    else draft.write({ text: value })
  }
  const post = () => {
    const value = editor.current?.getValue() ?? EMPTY_TEXT
    if (isEmptyText(value)) return
    const text = { value, shown: shown.current?.() ?? value, sticker }
    act({ title: 'Comment posted', steps: [postComment(cache, task, text)] }, { isQuiet: true })
    draft.clear()
    editor.current?.setValue(EMPTY_TEXT)
    setInitial(EMPTY_TEXT)
    setEmpty(true)
    setSticker(null)
    shown.current = undefined
  }
  return { editor, initial, change, post, isEmpty, sticker, setSticker, flush: draft.flush }
}
