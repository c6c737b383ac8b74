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

interface Props {
  task: Gid
  isReadOnly?: boolean
}

const NONE: readonly Gid[] = []

function FollowersPicker({ task, values, ...place }: PopupPlace & { task: Gid; values: readonly Gid[] }) {
  const cache = useCache()
  const act = useAct()
  const { options, search } = useCandidates('user')
  const change = (_: readonly string[], toggled: string | null) => {
    if (toggled === null) return
    const isAdded = !values.includes(toggled)
    const title = isAdded ? 'Follower added' : 'Follower removed'
    act({ title, steps: [setRelation(cache, task, 'followers', toggled, isAdded)] }, { isQuiet: true })
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

export function FollowersGroup({ task, isReadOnly }: Props) {
  const cache = useCache()
  const act = useAct()
  const gids = (useRecord(task)?.followers ?? NONE) as readonly Gid[]
  const people = useRecords(gids)
  const remove = (gid: Gid) =>
    act({ title: 'Follower removed', steps: [setRelation(cache, task, 'followers', gid, false)] })
  return (
    <fieldset className="task-group task-followers" aria-label="Followers">
      {people.map(person => (
        <Follower key={person.gid} person={person} remove={isReadOnly ? undefined : () => remove(person.gid)} />
      ))}
      {isReadOnly ? null : (
        <PopupButton
          label="Add followers"
          className="icon-button small task-add-follower"
          popup={place => <FollowersPicker {...place} task={task} values={gids} />}
        >
          <Icon of={Plus} size={14} />
        </PopupButton>
      )}
    </fieldset>
  )
}
