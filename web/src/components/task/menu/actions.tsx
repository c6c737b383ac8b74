/** The buttons of a task that need no picker: like, follow, copy its link. */
import Bell from 'lucide-react/icons/bell'
import BellOff from 'lucide-react/icons/bell-off'
import Heart from 'lucide-react/icons/heart'
import Link from 'lucide-react/icons/link'
import { useCache, useRecord } from '../../../data/hooks.ts'
import type { Gid } from '../../../data/records.ts'
import { IconButton } from '../../control/icon_button.tsx'
import { useTaskActs } from '../use_task_acts.ts'
import '../task.css'

interface Props {
  task: Gid
}

export function LikeButton({ task }: Props) {
  const record = useRecord(task)
  const { like } = useTaskActs()
  const isLiked = record?.liked === true
  const count = Number(record?.num_likes ?? 0)
  return (
    <span className="task-like" data-liked={isLiked} data-count={count > 0 ? count : undefined}>
      <IconButton icon={Heart} label={isLiked ? 'Unlike' : 'Like'} keys="L" onPress={() => like([task])} />
    </span>
  )
}

export function FollowButton({ task }: Props) {
  const { user } = useCache()
  const followers = (useRecord(task)?.followers ?? []) as readonly Gid[]
  const { follow } = useTaskActs()
  const isFollowed = followers.includes(user)
  return (
    <IconButton
      icon={isFollowed ? BellOff : Bell}
      label={isFollowed ? 'Unfollow' : 'Follow'}
      keys="W"
      onPress={() => follow([task])}
    />
  )
}

export function CopyLinkButton({ task }: Props) {
  const { copyLink } = useTaskActs()
  return <IconButton icon={Link} label="Copy link" keys="Y" onPress={() => copyLink([task])} />
}
