/** The teams of an organization. */
import { Link } from '@tanstack/react-router'
import { Field } from '../../../components/field.tsx'
import { teamPath } from '../../../data/addresses.ts'
import { useWorkspace } from '../use_organization.ts'
import { LibraryList } from './library_list.tsx'

const VISIBILITIES: Readonly<Record<string, string>> = {
  secret: 'private to its members',
  request_to_join: 'membership by request',
  public: 'open to the organization',
}

export function Teams() {
  const workspace = useWorkspace()
  return (
    <LibraryList
      workspace={workspace}
      type="teams"
      fields="name,visibility"
      title="Teams"
      lead="Groups of people with their own projects."
      emptyText="Create one for people who work on the same projects."
      describe={({ gid, name, visibility = '' }) => ({
        title: <Link to={teamPath(workspace, gid)}>{name}</Link>,
        about: [VISIBILITIES[visibility]],
      })}
      creation={{
        title: 'Create team',
        names: ['name'],
        path: '/api/1.0/teams',
        members: { organization: workspace },
        fields: <Field name="name" label="Name" required autoFocus />,
      }}
    />
  )
}
