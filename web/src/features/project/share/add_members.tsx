/** Shares a project with further people and teams. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { useNotice } from '../../../components/notices.tsx'
import { Problem } from '../../../components/states.tsx'
import { useCache } from '../../../data/hooks.ts'
import {
  ACCESS_LEVELS,
  type AccessLevel,
  addGuest,
  addMember,
  membersQuery,
  type NewSharee,
} from '../../../data/members.ts'
import type { Gid } from '../../../data/records.ts'
import { ShareeField } from './sharee_field.tsx'

interface Props {
  project: Gid
  members: readonly Gid[]
  /** Whether the person can appoint admins. */
  isAdmin: boolean
}

export function AddMembers({ project, members, isAdmin }: Props) {
  const { workspace } = useCache()
  const client = useQueryClient()
  const notify = useNotice()
  const [chosen, setChosen] = useState<readonly NewSharee[]>([])
  const [level, setLevel] = useState<AccessLevel>('editor')
  const add = useMutation({
    mutationFn: async () => {
      const invited: string[] = []
      for (const sharee of chosen) {
        const { gid, email = '', label } = sharee
        const member = gid ?? (await addGuest(workspace, email))
        if (member) await addMember(project, member, level)
        else invited.push(label)
        setChosen(left => left.filter(one => one !== sharee))
      }
      return invited
    },
    onSuccess: invited => {
      const names = new Intl.ListFormat('en').format(invited)
      notify(invited.length > 0 ? `Invitation sent to ${names}. Share once it is accepted.` : 'Project shared')
    },
    onSettled: () => client.invalidateQueries({ queryKey: membersQuery(project).queryKey }),
  })
  return (
    <form
      className="share-add"
      onSubmit={event => {
        event.preventDefault()
        if (chosen.length > 0 && !add.isPending) add.mutate()
      }}
    >
      <ShareeField
        chosen={chosen}
        excluded={members}
        onChange={next => {
          add.reset()
          setChosen(next)
        }}
      />
      <div className="share-add-row">
        <select
          className="input"
          aria-label="Access"
          value={level}
          onChange={event => setLevel(event.currentTarget.value as AccessLevel)}
        >
          {ACCESS_LEVELS.filter(([value]) => isAdmin || value !== 'admin').map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
        <Button type="submit" kind="primary" pending={add.isPending} isDisabled={chosen.length === 0}>
          Add
        </Button>
      </div>
      {add.error ? <Problem error={add.error} /> : null}
    </form>
  )
}
