/** Pictures of people: a photo, or their initials on a colour that is always the same. */
import { colorOf, initialsOf } from './initials.ts'
import './display.css'

export interface AvatarPerson {
  gid: string
  name: string
  /** Address of the photo. */
  photo?: string | null
}

const DEFAULT_SIZE_PX = 24
const TEXT_RATIO = 0.42

interface Props {
  person: AvatarPerson
  /** The side in pixels. */
  size?: number
  /** Whether the name is announced; false where it stands next to the picture. */
  isNamed?: boolean
}

export function Avatar({ person: { gid, name, photo }, size = DEFAULT_SIZE_PX, isNamed = false }: Props) {
  const naming = isNamed ? { role: 'img', 'aria-label': name, title: name } : { 'aria-hidden': true }
  const style = { width: size, height: size, fontSize: Math.max(9, Math.round(size * TEXT_RATIO)) }
  return (
    <span
      className={`avatar color-${colorOf(gid)}`}
      style={style}
      // Initials are a picture of the name, and no text of a button around them.
      data-initials={photo ? undefined : initialsOf(name)}
      {...naming}
    >
      {photo ? (
        <img className="avatar-photo" src={photo} alt="" width={size} height={size} loading="lazy" decoding="async" />
      ) : null}
    </span>
  )
}

interface StackProps {
  people: readonly AvatarPerson[]
  /** The number of pictures, including that of the rest. */
  max?: number
  size?: number
}

/** Overlapping pictures of several people. Its name lists all of them. */
export function AvatarStack({ people, max = 4, size = DEFAULT_SIZE_PX }: StackProps) {
  const shown = people.length > max ? people.slice(0, max - 1) : people
  const rest = people.length - shown.length
  const label = new Intl.ListFormat('en').format(people.map(person => person.name))
  if (people.length === 0) return null
  return (
    <span className="avatar-stack" role="img" aria-label={label} title={label}>
      {shown.map(person => (
        <Avatar key={person.gid} person={person} size={size} />
      ))}
      {rest > 0 ? (
        <span
          className="avatar avatar-rest"
          style={{ width: size, height: size, fontSize: Math.round(size * TEXT_RATIO) }}
          data-initials={`+${rest}`}
        />
      ) : null}
    </span>
  )
}
