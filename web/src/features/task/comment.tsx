/** A comment: its author, its text, and what its author can do with it. */
import PencilShape from 'lucide-react/icons/pencil'
import Pin from 'lucide-react/icons/pin'
import Trash from 'lucide-react/icons/trash-2'
import { useRef, useState } from 'react'
import { useAct } from '../../components/act.ts'
import { Button } from '../../components/button.tsx'
import { IconButton } from '../../components/control/icon_button.tsx'
import { DateTime } from '../../components/date_time.tsx'
import { Avatar } from '../../components/display/avatar.tsx'
import { usePerson } from '../../components/display/use_person.ts'
import { Icon } from '../../components/icon/icon.tsx'
import type { RichTextHandle } from '../../components/rich_text/editor_props.ts'
import { RichTextEditor } from '../../components/rich_text/rich_text_editor.tsx'
import { RichText } from '../../components/rich_text/text.tsx'
import { useMentions } from '../../components/rich_text/use_mentions.ts'
import { isEmptyText } from '../../components/rich_text/xml.ts'
import { useCache } from '../../data/hooks.ts'
import type { Gid } from '../../data/records.ts'
import { deleteComment, editComment, pinComment, type Story } from '../../data/stories.ts'

interface Props {
  task: Gid
  story: Story
  canComment: boolean
}

export function Comment({ task, story, canComment }: Props) {
  const person = usePerson(story.created_by)
  const [isEditing, setEditing] = useState(false)
  const name = person?.name ?? 'Private'
  return (
    <article className="comment" aria-label={name} data-gid={story.gid} data-pinned={story.is_pinned || undefined}>
      <Avatar person={person ?? { gid: '0', name }} size={28} />
      <div className="comment-content">
        <header className="comment-head">
          <span className="comment-author">{name}</span>
          <DateTime at={story.created_at} />
          {story.is_edited ? <span>edited</span> : null}
          {story.is_pinned ? <Icon of={Pin} size={12} label="Pinned" /> : null}
          {canComment && !isEditing ? <Actions task={task} story={story} onEdit={() => setEditing(true)} /> : null}
        </header>
        {isEditing ? (
          <EditedComment story={story} onEnd={() => setEditing(false)} />
        ) : (
          <CommentText text={story.html_text ?? ''} />
        )}
      </div>
    </article>
  )
}

function CommentText({ text }: { text: string }) {
  return (
    <div className="comment-text">
      <RichText value={text} />
    </div>
  )
}

function Actions({ task, story, onEdit }: { task: Gid; story: Story; onEdit(): void }) {
  const cache = useCache()
  const act = useAct()
  const { user } = cache
  const isOwn = story.created_by === user
  const isPinned = story.is_pinned === true
  const pin = () =>
    act({ title: isPinned ? 'Comment unpinned' : 'Comment pinned', steps: [pinComment(story.gid, !isPinned)] })
  return (
    <span className="comment-actions">
      <IconButton size="small" icon={Pin} label={isPinned ? 'Unpin comment' : 'Pin comment'} onPress={pin} />
      {isOwn || story.is_editable ? (
        <IconButton size="small" icon={PencilShape} label="Edit comment" onPress={onEdit} />
      ) : null}
      {isOwn || story.is_editable ? (
        <IconButton
          size="small"
          icon={Trash}
          label="Delete comment"
          onPress={() => act({ title: 'Comment deleted', steps: [deleteComment(cache, task, story.gid)] })}
        />
      ) : null}
    </span>
  )
}

function EditedComment({ story, onEnd }: { story: Story; onEnd(): void }) {
  const cache = useCache()
  const act = useAct()
  const { findPeople, open } = useMentions()
  const editor = useRef<RichTextHandle>(null)
  const shown = useRef<() => string>(undefined)
  const save = () => {
    const value = editor.current?.getValue() ?? ''
    if (isEmptyText(value)) return
    const text = { value, shown: shown.current?.() ?? value }
    if (shown.current) act({ title: 'Comment edited', steps: [editComment(cache, story.gid, text)] }, { isQuiet: true })
    onEnd()
  }
  return (
    <RichTextEditor
      ref={editor}
      label="Edit comment"
      profile="limited"
      value={story.html_text ?? ''}
      autoFocus
      onChange={(_value, getShown) => {
        shown.current = getShown
      }}
      onMention={findPeople}
      onOpenLink={open}
      onSubmit={save}
      onEscape={onEnd}
      footer={
        <span className="comment-buttons">
          <Button kind="quiet" size="small" onPress={onEnd}>
            Cancel
          </Button>
          <Button kind="primary" size="small" onPress={save}>
            Save comment
          </Button>
        </span>
      }
    />
  )
}
