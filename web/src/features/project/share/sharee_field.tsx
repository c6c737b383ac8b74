/** The field of the people, teams and addresses to share a project with: a combobox after the chosen ones. */
import Mail from 'lucide-react/icons/mail'
import Users from 'lucide-react/icons/users'
import { type KeyboardEvent, useCallback, useId, useMemo, useState } from 'react'
import { Avatar } from '../../../components/display/avatar.tsx'
import { Chip } from '../../../components/display/chip.tsx'
import { Icon } from '../../../components/icon/icon.tsx'
import { matching } from '../../../components/picker/match.ts'
import type { PickerOption } from '../../../components/picker/option.ts'
import { PickerList } from '../../../components/picker/options.tsx'
import { useSearch } from '../../../components/picker/use_search.ts'
import { useCandidates } from '../../../components/task/picker/candidates.tsx'
import { call } from '../../../data/call.ts'
import { useCache } from '../../../data/hooks.ts'
import type { NewSharee } from '../../../data/members.ts'
import type { Gid } from '../../../data/records.ts'
import type { NamedObject } from '../../../data/types.ts'

const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const MAX_SHOWN_OPTIONS = 8
const TEAM_COUNT = 5

/** Teams by text: the workspace of a small installation has none. */
function useTeams(excluded: readonly Gid[]) {
  const { workspace } = useCache()
  const hidden = excluded.join(',')
  return useCallback(
    async (query: string): Promise<readonly PickerOption[]> => {
      const path = `/api/1.0/workspaces/${workspace}/typeahead?resource_type=team&count=${TEAM_COUNT}&opt_fields=name`
      const found = await call<NamedObject[]>('GET', `${path}&query=${encodeURIComponent(query)}`)
      return found
        .filter(({ gid }) => !hidden.split(',').includes(gid))
        .map(({ gid, name }) => ({ id: gid, label: name, detail: 'Team', picture: <Icon of={Users} size={20} /> }))
    },
    [workspace, hidden],
  )
}

/** What matches the typed text: people that the browser knows at once, then those and the teams that the server finds. */
function useOptions(text: string, excluded: readonly Gid[], chosen: readonly NewSharee[]): readonly PickerOption[] {
  const hidden = [...excluded, ...chosen.flatMap(({ gid }) => gid ?? [])]
  const { options, search } = useCandidates('user', hidden)
  const findTeams = useTeams(hidden)
  const findAll = useMemo(
    () => async (typed: string, signal: AbortSignal) =>
      (await Promise.all([search(typed, signal), findTeams(typed).catch(() => [])])).flat(),
    [search, findTeams],
  )
  const { found } = useSearch(findAll, text)
  const typed = text.trim()
  const local = matching(options, typed)
  const known = new Set(local.map(({ id }) => id))
  const shown = [...local, ...found.filter(({ id }) => !known.has(id))].slice(0, MAX_SHOWN_OPTIONS)
  const isNewAddress = ADDRESS.test(typed) && !shown.some(({ detail }) => detail === typed)
  if (!isNewAddress) return shown
  return [...shown, { id: typed, label: typed, detail: 'Invite', picture: <Icon of={Mail} size={20} /> }]
}

const shareeOf = ({ id, label }: PickerOption): NewSharee =>
  ADDRESS.test(id) ? { label, email: id } : { label, gid: id }

interface Props {
  chosen: readonly NewSharee[]
  /** The present members. */
  excluded: readonly Gid[]
  onChange(chosen: readonly NewSharee[]): void
}

export function ShareeField({ chosen, excluded, onChange }: Props) {
  const id = useId()
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const [hasFocus, setFocus] = useState(false)
  const options = useOptions(text, excluded, chosen)
  const isOpen = hasFocus && text.trim() !== '' && options.length > 0
  const choose = (index: number) => {
    const option = options[index]
    if (!option) return
    onChange([...chosen, shareeOf(option)])
    setText('')
    setActive(0)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Backspace' && text === '') return onChange(chosen.slice(0, -1))
    if (!isOpen) return
    if (event.key === 'ArrowDown') setActive((active + 1) % options.length)
    else if (event.key === 'ArrowUp') setActive((active + options.length - 1) % options.length)
    else if (event.key === 'Enter' || event.key === ',') choose(active)
    else if (event.key === 'Escape') setText('')
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className="sharee-field">
      {chosen.map((one, index) => (
        <Chip
          key={one.gid ?? one.email}
          picture={
            one.gid ? <Avatar person={{ gid: one.gid, name: one.label }} size={18} /> : <Icon of={Mail} size={14} />
          }
          removeLabel={`Do not add ${one.label}`}
          onRemove={() => onChange(chosen.filter((_, at) => at !== index))}
        >
          {one.label}
        </Chip>
      ))}
      <input
        id={`${id}-input`}
        className="sharee-input"
        role="combobox"
        aria-label="Add people"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-autocomplete="list"
        aria-activedescendant={isOpen ? `${id}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder={chosen.length === 0 ? 'Add people by name or e-mail address' : ''}
        value={text}
        onChange={event => {
          setText(event.currentTarget.value)
          setActive(0)
        }}
        onFocus={() => setFocus(true)}
        onBlur={() => setFocus(false)}
        onKeyDown={onKeyDown}
      />
      {isOpen ? (
        <div className="sharee-options">
          <PickerList
            id={id}
            label="People and teams"
            rows={options.map(({ id: key, ...option }) => ({ ...option, key, gid: key, isSelected: false }))}
            active={Math.min(active, options.length - 1)}
            isMultiple={false}
            onActive={setActive}
            onChoose={choose}
          />
        </div>
      ) : null}
    </div>
  )
}
