/** A comment: its author, its text, and what its author can do with it. */

import Link from 'lucide-react/icons/link'
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
import { useNotice } from '../../components/notices.tsx'
import { Reactions } from '../../components/reactions.tsx'
import type { RichTextHandle } from '../../components/rich_text/editor_props.ts'
import { RichTextEditor } from '../../components/rich_text/rich_text_editor.tsx'
import { RichText } from '../../components/rich_text/text.tsx'
import { useMentions } from '../../components/rich_text/use_mentions.ts'
import { isEmptyText } from '../../components/rich_text/xml.ts'
import { useCopyLinks } from '../../components/use_copy_links.ts'
import { taskPath } from '../../data/addresses.ts'
import { useCache } from '../../data/hooks.ts'
import type { Gid } from '../../data/records.ts'
import { deleteComment, editComment, likeComment, pinComment, react, type Story } from '../../data/stories.ts'
import { isLocal } from '../../data/tasks.ts'
import { StickerPicture } from './stickers.tsx'

interface Props {
  task: Gid
  story: Story
  canComment: boolean
}

export function Comment({ task, story, canComment }: Props) {
  const person = usePerson(story.created_by)
  const [isEditing, setEditing] = useState(false)
  const name = person?.name ?? 'Private'
  const hasReactions = (story.num_likes ?? 0) > 0 || (story.reaction_summary ?? []).length > 0
  const reactions = <CommentReactions task={task} story={story} canComment={canComment && !isLocal(story.gid)} />
  return (
    <article className="comment" aria-label={name} data-gid={story.gid} data-pinned={story.is_pinned || undefined}>
      <Avatar person={person ?? { gid: '0', name }} size={28} />
      <div className="comment-content">
        <header className="comment-head">
          <span className="comment-author">{name}</span>
          <DateTime at={story.created_at} />
          {story.is_edited ? <span>edited</span> : null}
          {story.is_pinned ? <Icon of={Pin} size={12} label="Pinned" /> : null}
          {canComment && !isEditing ? (
            <span className="comment-actions">
              {/* The first reaction is offered with the actions, so that it takes no line of its own. */}
              {hasReactions ? null : reactions}
              <Actions task={task} story={story} onEdit={() => setEditing(true)} />
            </span>
          ) : null}
        </header>
        {isEditing ? <EditedComment story={story} onEnd={() => setEditing(false)} /> : <CommentText story={story} />}
        {hasReactions ? reactions : null}
      </div>
    </article>
  )
}

function CommentText({ story: { html_text = '', sticker_name } }: { story: Story }) {
  return (
    <div className="comment-text">
      <RichText value={html_text} />
      {sticker_name ? <StickerPicture name={sticker_name} /> : null}
    </div>
  )
}

function CommentReactions({ task, story, canComment }: Props) {
  const cache = useCache()
  const act = useAct()
  const notify = useNotice()
  const change = (emoji: string, isAdded: boolean) =>
    void react(cache, task, story.gid, emoji, isAdded).catch((error: Error) =>
      notify({ text: error.message, isError: true }),
    )
  const like = (isLiked: boolean) =>
    act(
      { title: isLiked ? 'Comment liked' : 'Like removed', steps: [likeComment(cache, story.gid, isLiked)] },
      { isQuiet: true },
    )
  return (
    <Reactions
      reacted={story}
      noun="comment"
      isReadOnly={!canComment}
      onLike={like}
      onReact={emoji => change(emoji, true)}
      onRemove={({ emoji_base }) => change(emoji_base, false)}
    />
  )
}

function Actions({ task, story, onEdit }: { task: Gid; story: Story; onEdit(): void }) {
  const cache = useCache()
  const act = useAct()
  const { user } = cache
  const isOwn = story.created_by === user
  const isPinned = story.is_pinned === true
  const copyLinks = useCopyLinks()
  const copyLink = () => copyLinks([`${location.origin}${taskPath(cache.workspace, task)}#story-${story.gid}`])
  const pin = () =>
    act({ title: isPinned ? 'Comment unpinned' : 'Comment pinned', steps: [pinComment(story.gid, !isPinned)] })
  return (
    <>
      <IconButton size="small" icon={Link} label="Copy link to comment" onPress={copyLink} />
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
    </>
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
