/** The tags of an organization. */
import { Link } from '@tanstack/react-router'
import { ColorSwatch } from '../../../components/display/chip.tsx'
import { Field } from '../../../components/field.tsx'
import { tagPath } from '../../../data/addresses.ts'
import { useWorkspace } from '../use_organization.ts'
import { LibraryList } from './library_list.tsx'

export function Tags() {
  const workspace = useWorkspace()
  return (
    <LibraryList
      workspace={workspace}
      type="tags"
      fields="name,color"
      title="Tags"
      lead="Words that people put on tasks of any project."
      emptyText="Create one for tasks that belong together across projects."
      describe={({ gid, name, color }) => ({
        title: (
          <>
            <ColorSwatch color={color} />
            <Link to={tagPath(workspace, gid)}>{name.trim() || 'Untitled'}</Link>
          </>
        ),
        about: [],
      })}
      creation={{
        title: 'Create tag',
        names: ['name'],
        path: '/api/1.0/tags',
        members: { workspace },
        fields: <Field name="name" label="Name" required autoFocus />,
      }}
    />
  )
}
