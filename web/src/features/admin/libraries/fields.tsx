/** The custom fields of an organization that all its projects can use. */
import { useWorkspace } from '../use_organization.ts'
import { LibraryList } from './library_list.tsx'

const TYPES: Readonly<Record<string, string>> = {
  text: 'Text',
  number: 'Number',
  enum: 'Single choice',
  multi_enum: 'Multiple choice',
  date: 'Date',
  people: 'People',
  reference: 'Reference',
  formula: 'Formula',
  custom_id: 'ID',
}

export function CustomFields() {
  return (
    <LibraryList
      workspace={useWorkspace()}
      type="custom_fields"
      fields="name,resource_subtype,description"
      title="Custom fields"
      lead="Fields that every project of this organization can use. Projects add them under Customize."
      emptyText="Create one in a project, under Customize, and share it with the organization."
      describe={({ name, resource_subtype = '', description }) => ({
        title: (
          <>
            {name}
            <span className="badge">{TYPES[resource_subtype] ?? resource_subtype}</span>
          </>
        ),
        about: [description],
      })}
    />
  )
}
