/** The likes and reactions of a comment or status update, and the buttons with which people add theirs. */
import SmilePlus from 'lucide-react/icons/smile-plus'
import ThumbsUp from 'lucide-react/icons/thumbs-up'
import type { Reacted, ReactionCount } from '../data/reactions.ts'
import { Icon } from './icon/icon.tsx'
import { MenuButton } from './overlay/menu.tsx'
import './reactions.css'

/** The reactions that are offered. */
const EMOJI: readonly (readonly [emoji: string, name: string])[] = [
  ['👍', 'Thumbs up'],
  ['🎉', 'Party'],
  ['❤️', 'Heart'],
  ['🚀', 'Rocket'],
  ['👏', 'Clapping'],
  ['👀', 'Eyes'],
  ['😄', 'Smile'],
  ['🙏', 'Thanks'],
]

interface Props {
  reacted: Reacted
  /** What is liked, for the names of buttons: `Like comment`. Without it they are `Like` and `Unlike`. */
  noun?: string
  isReadOnly: boolean
  onLike(isLiked: boolean): void
  onReact(emoji: string): void
  /** Removes the reaction of the person. */
  onRemove(reaction: ReactionCount): void
}

const NONE: readonly ReactionCount[] = []

export function Reactions({ reacted, noun, isReadOnly, onLike, onReact, onRemove }: Props) {
  const { liked = false, num_likes = 0, reaction_summary = NONE } = reacted
  if (isReadOnly && num_likes === 0 && reaction_summary.length === 0) return null
  const label = [liked ? 'Unlike' : 'Like', noun].filter(Boolean).join(' ')
  return (
    <div className="reactions">
      <button
        type="button"
        className="reaction"
        aria-label={num_likes > 0 ? `${label}, ${num_likes}` : label}
        aria-pressed={liked}
        disabled={isReadOnly}
        onClick={() => onLike(!liked)}
      >
        <Icon of={ThumbsUp} size={14} />
        {num_likes > 0 ? ` ${num_likes}` : ''}
      </button>
      {reaction_summary.map(one => (
        <button
          key={one.emoji_base}
          type="button"
          className="reaction"
          aria-label={`Reaction ${one.variant}, ${one.count}`}
          aria-pressed={one.reacted}
          disabled={isReadOnly}
          onClick={() => (one.reacted ? onRemove(one) : onReact(one.emoji_base))}
        >
          <span aria-hidden="true">{one.variant}</span> {one.count}
        </button>
      ))}
      {isReadOnly ? null : (
        <MenuButton
          label="Add reaction"
          className="icon-button small"
          groups={[
            {
              actions: EMOJI.map(([emoji, name]) => ({
                ...{ id: emoji, label: `${emoji} ${name}` },
                onAction: () => onReact(emoji),
              })),
            },
          ]}
        >
          <Icon of={SmilePlus} />
        </MenuButton>
      )}
    </div>
  )
}
