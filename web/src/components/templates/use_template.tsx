/** The dialog that makes a project of a template: its name, team, dates and people, then its progress. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useId, useRef, useState } from 'react'
import { projectPath } from '../../data/addresses.ts'
import { useCache } from '../../data/hooks.ts'
import type { RequestedJob } from '../../data/jobs.ts'
import { PRIVACY_SETTINGS } from '../../data/members.ts'
import type { Gid } from '../../data/records.ts'
import { instantiate, ownTeamsQuery, type ProjectTemplate, type TemplateUse } from '../../data/templates.ts'
import { Button } from '../button.tsx'
import { SettingSelect } from '../choices/setting_select.tsx'
import { Dialog } from '../dialog.tsx'
import { JobProgress } from '../job_progress.tsx'
import { useNotice } from '../notices.tsx'
import { Picker } from '../picker/picker.tsx'
import { Problem } from '../states.tsx'
import { useCandidates } from '../task/picker/candidates.tsx'

interface Props {
  template: ProjectTemplate
  onClose(): void
}

export function UseTemplate({ template, onClose }: Props) {
  const { workspace } = useCache()
  const client = useQueryClient()
  const navigate = useNavigate()
  const notify = useNotice()
  const [job, setJob] = useState<RequestedJob>()
  const open = ({ new_project }: RequestedJob) => {
    onClose()
    void client.invalidateQueries({ queryKey: ['projects'] })
    if (new_project) void navigate({ to: projectPath(workspace, new_project.gid) })
  }
  return (
    <Dialog title={`Use ${template.name}`} onClose={onClose}>
      {job ? (
        <JobProgress
          job={job}
          text="Creating the tasks…"
          openLabel="Open now"
          onOpen={open}
          onDone={ended => {
            notify('Project created')
            open(ended)
          }}
          onClose={onClose}
        />
      ) : (
        <UseForm template={template} onStarted={setJob} onClose={onClose} />
      )}
    </Dialog>
  )
}

function UseForm({ template, onStarted, onClose }: Props & { onStarted(job: RequestedJob): void }) {
  const { workspace } = useCache()
  const id = useId()
  const { data: teams = [] } = useQuery({ ...ownTeamsQuery(workspace), retry: false })
  const [use, setUse] = useState<TemplateUse>({
    ...{ name: template.name, team: template.team?.gid ?? null, privacy_setting: 'private', dates: {}, roles: {} },
  })
  const change = (members: Partial<TemplateUse>) => setUse(known => ({ ...known, ...members }))
  const create = useMutation({ mutationFn: () => instantiate(template.gid, use), onSuccess: onStarted })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!create.isPending) create.mutate()
  }
  return (
    <form className="form template-form" onSubmit={submit}>
      <label className="field">
        <span className="template-label">Project name</span>
        <input
          className="input"
          value={use.name}
          required
          maxLength={1024}
          // The dialog opens to name a project.
          // biome-ignore lint/a11y/noAutofocus: as above
          autoFocus
          onChange={event => change({ name: event.currentTarget.value })}
        />
      </label>
      {teams.length > 0 && !template.team ? (
        <SettingSelect
          label="Team"
          options={[['', 'No team'], ...teams.map(({ gid, name }) => [gid, name] as const)]}
          value={use.team ?? ''}
          onChange={team => change({ team: team || null })}
        />
      ) : null}
      <SettingSelect
        label="Privacy"
        options={PRIVACY_SETTINGS.filter(([value]) => use.team || value !== 'private_to_team')}
        value={use.privacy_setting}
        onChange={privacy_setting => change({ privacy_setting })}
      />
      {template.requested_dates.map(({ gid, name, description }) => (
        <div key={gid} className="field">
          <label htmlFor={`${id}-${gid}`}>{name}</label>
          {description ? <span className="hint">{description}</span> : null}
          <input
            id={`${id}-${gid}`}
            className="input"
            type="date"
            value={use.dates[gid] ?? ''}
            onChange={event => change({ dates: { ...use.dates, [gid]: event.currentTarget.value } })}
          />
        </div>
      ))}
      {template.requested_roles.map(({ gid, name }) => (
        <RoleField
          key={gid}
          role={name}
          value={use.roles[gid] ?? null}
          onChange={person => change({ roles: { ...use.roles, [gid]: person ?? '' } })}
        />
      ))}
      {create.error ? <Problem error={create.error} /> : null}
      <div className="form-end">
        <Button type="submit" kind="primary" pending={create.isPending}>
          Create project
        </Button>
        <Button onPress={onClose}>Cancel</Button>
      </div>
    </form>
  )
}

interface RoleProps {
  role: string
  value: Gid | null
  onChange(person: Gid | null): void
}

function RoleField({ role, value, onChange }: RoleProps) {
  const { records } = useCache()
  const { options, search } = useCandidates('user')
  const [isOpen, setOpen] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  const person = value ? String(records.get(value)?.name ?? 'Private') : 'Nobody'
  return (
    <div className="field">
      <span className="template-label">{role}</span>
      <span>
        <Button ref={anchor} label={`${role}: ${person}`} onPress={() => setOpen(true)}>
          {person}
        </Button>
      </span>
      {isOpen ? (
        <Picker
          {...{ label: role, anchor, options, search, onChange }}
          value={value || null}
          emptyLabel="Nobody"
          onClose={() => setOpen(false)}
        />
      ) : null}
    </div>
  )
}
