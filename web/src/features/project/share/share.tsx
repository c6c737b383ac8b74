/** The dialog that shares a project: with whom, and what they may do. */
import { useQuery } from '@tanstack/react-query'
import Link from 'lucide-react/icons/link'
import { useAct } from '../../../components/act.ts'
import { Button } from '../../../components/button.tsx'
import { SettingSelect } from '../../../components/choices/setting_select.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { Loaded } from '../../../components/states.tsx'
import { useCopyLinks } from '../../../components/use_copy_links.ts'
import { projectPath } from '../../../data/addresses.ts'
import { useCache } from '../../../data/hooks.ts'
import { ACCESS_LEVELS, membersQuery, PRIVACY_SETTINGS } from '../../../data/members.ts'
import { setMembers } from '../../../data/tasks.ts'
import type { Project } from '../use_project.ts'
import { AccessRequests } from './access_requests.tsx'
import { AddMembers } from './add_members.tsx'
import { Members } from './members.tsx'
import './share.css'

interface Props {
  project: Project
  canShare: boolean
  isAdmin: boolean
  onClose(): void
}

export function Share({ project, canShare, isAdmin, onClose }: Props) {
  const { gid, title } = project
  const { workspace } = useCache()
  const query = useQuery(membersQuery(gid))
  const copyLinks = useCopyLinks()
  return (
    <Dialog title={`Share ${title}`} onClose={onClose}>
      {canShare ? (
        <AddMembers project={gid} members={query.data?.map(({ member }) => member.gid) ?? []} isAdmin={isAdmin} />
      ) : (
        <p className="hint">You can see who has access. Sharing needs more access than yours.</p>
      )}
      {canShare ? <AccessRequests project={gid} /> : null}
      <Loaded query={query}>
        {members => <Members project={gid} members={members} canShare={canShare} isAdmin={isAdmin} />}
      </Loaded>
      {isAdmin ? <Settings project={project} /> : <Privacy project={project} />}
      <div className="form-end share-end">
        <Button icon={Link} onPress={() => copyLinks([projectPath(workspace, gid)])}>
          Copy link
        </Button>
        <Button onPress={onClose}>Done</Button>
      </div>
    </Dialog>
  )
}

const MINIMUMS = [
  ['editor', 'Editors and admins'],
  ['admin', 'Only admins'],
] as const

/** Who has access without being a member, and what needs more access. Only admins change it. */
function Settings({ project }: { project: Project }) {
  const cache = useCache()
  const act = useAct()
  const set = (member: string) => (value: string) =>
    act({ title: 'Sharing changed', steps: [setMembers(cache, project.gid, { [member]: value })] })
  const value = (member: string) => String(project[member] ?? '')
  const privacies = PRIVACY_SETTINGS.filter(([privacy]) => privacy !== 'private_to_team' || project.team)
  const isPrivate = project.privacy_setting === 'private'
  return (
    <section className="share-part share-settings">
      <h3>Who has access</h3>
      <SettingSelect
        label="Privacy"
        options={privacies}
        value={value('privacy_setting')}
        onChange={set('privacy_setting')}
      />
      {isPrivate ? null : (
        <SettingSelect
          label="Default access"
          options={ACCESS_LEVELS}
          value={value('default_access_level') as (typeof ACCESS_LEVELS)[number][0]}
          onChange={set('default_access_level')}
        />
      )}
      <SettingSelect
        label="Who can share"
        options={MINIMUMS}
        value={value('minimum_access_level_for_sharing') as 'editor'}
        onChange={set('minimum_access_level_for_sharing')}
      />
      <SettingSelect
        label="Who can customize"
        options={MINIMUMS}
        value={value('minimum_access_level_for_customization') as 'editor'}
        onChange={set('minimum_access_level_for_customization')}
      />
    </section>
  )
}

function Privacy({ project: { privacy_setting } }: { project: Project }) {
  const found = PRIVACY_SETTINGS.find(([value]) => value === privacy_setting)
  return found ? (
    <p className="share-soft">
      Privacy: {found[1]}. {privacy_setting === 'private' ? '' : 'Its admins decide who else has access.'}
    </p>
  ) : null
}
