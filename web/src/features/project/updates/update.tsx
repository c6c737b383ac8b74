/** One status update: who reported what, with likes and reactions. It cannot be changed, only deleted. */
import { useQueryClient } from '@tanstack/react-query'
import Trash from 'lucide-react/icons/trash-2'
import { IconButton } from '../../../components/control/icon_button.tsx'
import { DateTime } from '../../../components/date_time.tsx'
import { Avatar } from '../../../components/display/avatar.tsx'
import { StatusPill } from '../../../components/display/status_pill.tsx'
import { useNotice } from '../../../components/notices.tsx'
import { Reactions } from '../../../components/reactions.tsx'
import { RichText } from '../../../components/rich_text/text.tsx'
import { useCache } from '../../../data/hooks.ts'
import { nameOf } from '../../../data/members.ts'
import { addReaction, removeReaction, setLiked } from '../../../data/reactions.ts'
import type { Gid } from '../../../data/records.ts'
import { deleteStatus, restore, type StatusUpdate, statusUpdatesQuery } from '../../../data/status_updates.ts'

interface Props {
  update: StatusUpdate
  project: Gid
  canComment: boolean
  canEdit: boolean
}

/** Runs a change of an update, shows what the server has then, and reports what it refuses. */
function useChange(project: Gid) {
  const client = useQueryClient()
  const cache = useCache()
  const notify = useNotice()
  const { queryKey } = statusUpdatesQuery(project)
  return async (run: () => Promise<unknown>, shown?: (updates: readonly StatusUpdate[]) => StatusUpdate[]) => {
    if (shown) {
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, updates => updates && shown(updates))
    }
    try {
      await run()
      return true
    } catch (error) {
      notify({ text: error instanceof Error ? error.message : String(error), isError: true })
      return false
    } finally {
      cache.refresh('project', project)
      await client.invalidateQueries({ queryKey })
    }
  }
}

export function Update({ update, project, canComment, canEdit }: Props) {
  const { gid, title, html_text, status_type, created_at, created_by } = update
  const { user } = useCache()
  const notify = useNotice()
  const change = useChange(project)
  const author = { gid: created_by?.gid ?? '0', name: nameOf(created_by ?? {}) }
  const mayDelete = canEdit || (canComment && created_by?.gid === user)
  const remove = async () => {
    const isDone = await change(
      () => deleteStatus(gid),
      updates => updates.filter(one => one.gid !== gid),
    )
    if (isDone) notify({ text: 'Moved to trash', undo: () => void change(() => restore(gid)) })
  }
  return (
    <article className="update" aria-label={title} data-gid={gid}>
      <header className="update-head">
        <StatusPill status={status_type} />
        <h2 className="update-title">{title}</h2>
        {mayDelete ? (
          <IconButton icon={Trash} size="small" label="Delete update" onPress={() => void remove()} />
        ) : null}
      </header>
      <p className="update-by">
        <Avatar person={{ ...author, photo: created_by?.photo?.image_36x36 ?? null }} size={20} />
        <span>{author.name}</span>
        <DateTime at={created_at} />
      </p>
      <div className="update-text">
        <RichText value={html_text} />
      </div>
      <UpdateReactions update={update} canComment={canComment} change={change} />
    </article>
  )
}

interface ReactionsProps {
  update: StatusUpdate
  canComment: boolean
  change: ReturnType<typeof useChange>
}

function UpdateReactions({ update, canComment, change }: ReactionsProps) {
  const { user } = useCache()
  const { gid, num_likes } = update
  const like = (liked: boolean) => {
    const members = { liked, num_likes: num_likes + (liked ? 1 : -1) }
    void change(
      () => setLiked(gid, liked),
      updates => updates.map(one => (one.gid === gid ? { ...one, ...members } : one)),
    )
  }
  return (
    <Reactions
      reacted={update}
      isReadOnly={!canComment}
      onLike={like}
      onReact={emoji => void change(() => addReaction(gid, emoji))}
      onRemove={({ emoji_base }) => void change(() => removeReaction(gid, user, emoji_base))}
    />
  )
}
