/** What notifications say: a sentence and an icon for each cause. */
import AlarmClock from 'lucide-react/icons/alarm-clock'
import AtSign from 'lucide-react/icons/at-sign'
import Bell from 'lucide-react/icons/bell'
import CalendarClock from 'lucide-react/icons/calendar-clock'
import CircleCheck from 'lucide-react/icons/circle-check'
import FolderPlus from 'lucide-react/icons/folder-plus'
import Heart from 'lucide-react/icons/heart'
import KeyRound from 'lucide-react/icons/key-round'
import LockOpen from 'lucide-react/icons/lock-open'
import MessageSquare from 'lucide-react/icons/message-square'
import Stamp from 'lucide-react/icons/stamp'
import TrendingUp from 'lucide-react/icons/trending-up'
import UserPlus from 'lucide-react/icons/user-plus'
import type { InboxNotification } from '../../data/inbox.ts'
import type { IconShape } from '../icon/icon.tsx'

interface Cause {
  readonly icon: IconShape
  /** After the name of the actor. */
  readonly by?: string
  /** Without an actor. */
  readonly alone: string
}

const CAUSES: Readonly<Record<string, Cause>> = {
  assigned: { icon: UserPlus, by: 'assigned this to you', alone: 'Assigned to you' },
  mentioned: { icon: AtSign, by: 'mentioned you', alone: 'You were mentioned' },
  commented: { icon: MessageSquare, by: 'commented', alone: 'New comment' },
  completed: { icon: CircleCheck, by: 'completed this', alone: 'Completed' },
  unblocked: { icon: LockOpen, by: 'completed what blocked this', alone: 'No longer blocked' },
  due_today: { icon: CalendarClock, alone: 'Due today' },
  overdue: { icon: AlarmClock, alone: 'Overdue' },
  approval_requested: { icon: Stamp, by: 'asked for your approval', alone: 'Your approval is requested' },
  approval_decided: { icon: Stamp, by: 'decided on the approval', alone: 'The approval was decided' },
  status_update: { icon: TrendingUp, by: 'posted a status update', alone: 'New status update' },
  added: { icon: FolderPlus, by: 'added you', alone: 'You were added' },
  access_requested: { icon: KeyRound, by: 'requested access', alone: 'Access was requested' },
  liked: { icon: Heart, by: 'liked this', alone: 'Liked' },
}

const UNKNOWN: Cause = { icon: Bell, by: 'changed this', alone: 'Something changed' }

const causeOf = ({ cause }: InboxNotification): Cause => CAUSES[cause] ?? UNKNOWN

export const iconOf = (notification: InboxNotification): IconShape => causeOf(notification).icon

/** The sentence in two parts, so that the name can stand out. */
export function sentenceOf(notification: InboxNotification): { actor: string | null; text: string } {
  const { by, alone } = causeOf(notification)
  const { actor } = notification
  return actor && by ? { actor: actor.name, text: by } : { actor: null, text: alone }
}

/** The name of the object, as rows and browser notifications show it. */
export const objectName = (name: unknown): string => (typeof name === 'string' && name.trim()) || 'Untitled'
