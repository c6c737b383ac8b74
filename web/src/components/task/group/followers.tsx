/** The people who are notified about a task. */
import Plus from 'lucide-react/icons/plus'
import { useCache, useRecord } from '../../../data/hooks.ts'
import type { Gid, WorkRecord } from '../../../data/records.ts'
import { setRelation } from '../../../data/tasks.ts'
import { useAct } from '../../act.ts'
import { Avatar } from '../../display/avatar.tsx'
import { Icon } from '../../icon/icon.tsx'
import { PopupButton, type PopupPlace } from '../../overlay/popup.tsx'
import { Picker } from '../../picker/picker.tsx'
import { useCandidates } from '../picker/candidates.tsx'
import { photoOf } from '../picker/pictures.ts'
import { useRecords } from '../use_records.ts'
import '../task.css'

interface PeopleProps {
  people: readonly Gid[]
  isReadOnly?: boolean
  /** Adds a person, or removes one who is there. */
  toggle(person: Gid, isAdded: boolean): void
}

interface Props {
  task: Gid
  isReadOnly?: boolean
}

const NONE: readonly Gid[] = []

function FollowersPicker({ people: values, toggle, ...place }: PopupPlace & PeopleProps) {
  const { options, search } = useCandidates('user')
  const change = (_: readonly string[], toggled: string | null) => {
    if (toggled !== null) toggle(toggled, !values.includes(toggled))
  }
  return <Picker {...place} {...{ label: 'Followers', options, search, values }} selection="many" onChange={change} />
}

function Follower({ person, remove }: { person: WorkRecord; remove?: (() => void) | undefined }) {
  const name = String(person.name ?? 'Private')
  const picture = <Avatar person={{ gid: person.gid, name, photo: photoOf(person) }} isNamed={!remove} />
  if (!remove) return picture
  return (
    <button
      type="button"
      className="task-follower"
      aria-label={`Remove ${name}`}
      title={`${name}: press to remove`}
      onClick={remove}
    >
      {picture}
    </button>
  )
}

/** The people who follow something, wherever that is stored. */
export function Followers({ people: gids, isReadOnly, toggle }: PeopleProps) {
  const people = useRecords(gids)
  return (
    <fieldset className="task-group task-followers" aria-label="Followers">
      {people.map(person => (
        <Follower key={person.gid} person={person} remove={isReadOnly ? undefined : () => toggle(person.gid, false)} />
      ))}
      {isReadOnly ? null : (
        <PopupButton
          label="Add followers"
          className="icon-button small task-add-follower"
          popup={place => <FollowersPicker {...place} people={gids} toggle={toggle} />}
        >
          <Icon of={Plus} size={14} />
        </PopupButton>
      )}
    </fieldset>
  )
}

export function FollowersGroup({ task, isReadOnly }: Props) {
  const cache = useCache()
  const act = useAct()
  const gids = (useRecord(task)?.followers ?? NONE) as readonly Gid[]
  const toggle = (gid: Gid, isAdded: boolean) => {
    const title = isAdded ? 'Follower added' : 'Follower removed'
    act({ title, steps: [setRelation(cache, task, 'followers', gid, isAdded)] }, { isQuiet: isAdded })
  }
  return <Followers people={gids} isReadOnly={isReadOnly} toggle={toggle} />
}
