/** The stickers of comments: their names on the wire, and the pictures that stand for them. */
import Sticker from 'lucide-react/icons/sticker'
import { Icon } from '../../components/icon/icon.tsx'
import { MenuButton } from '../../components/overlay/menu.tsx'

const STICKERS: Readonly<Record<string, readonly [picture: string, label: string]>> = {
  green_checkmark: ['✅', 'Green check mark'],
  people_dancing: ['🕺', 'People dancing'],
  dancing_unicorn: ['🦄', 'Dancing unicorn'],
  heart: ['❤️', 'Heart'],
  party_popper: ['🎉', 'Party popper'],
  people_waving_flags: ['🚩', 'People waving flags'],
  splashing_narwhal: ['🐳', 'Splashing narwhal'],
  trophy: ['🏆', 'Trophy'],
  yeti_riding_unicorn: ['🐎', 'Yeti riding a unicorn'],
  celebrating_people: ['🥳', 'Celebrating people'],
  determined_climbers: ['🧗', 'Determined climbers'],
  phoenix_spreading_love: ['🔥', 'Phoenix spreading love'],
}

export function StickerPicture({ name }: { name: string }) {
  const [picture, label] = STICKERS[name] ?? ['🏷️', name.replaceAll('_', ' ')]
  return (
    <span className="comment-sticker" role="img" aria-label={`Sticker: ${label}`}>
      {picture}
    </span>
  )
}

interface Props {
  value: string | null
  onChange(name: string | null): void
}

export function StickerButton({ value, onChange }: Props) {
  const options = Object.entries(STICKERS).map(([id, [picture, label]]) => ({
    ...{ id, label, picture: <span aria-hidden="true">{picture}</span> },
  }))
  const remove = { actions: [{ id: 'none', label: 'No sticker', onAction: () => onChange(null) }] }
  return (
    <MenuButton
      label={value ? `Sticker: ${STICKERS[value]?.[1] ?? value}` : 'Add sticker'}
      className="icon-button small"
      groups={[{ kind: 'one', options, value, onChange }, ...(value ? [remove] : [])]}
    >
      {value ? <span aria-hidden="true">{STICKERS[value]?.[0]}</span> : <Icon of={Sticker} />}
    </MenuButton>
  )
}
