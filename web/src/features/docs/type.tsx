/** The page of a type: description, operations and fields. */
import { useQuery } from '@tanstack/react-query'
import { Navigate, useLocation, useParams } from '@tanstack/react-router'
import { Page } from '../../components/page.tsx'
import { Loaded } from '../../components/states.tsx'
import { findType, flatten, type Reference, type ReferenceType } from './document.ts'
import { FieldList } from './fields.tsx'
import { OperationSection } from './operation.tsx'
import { apiReference, visitor } from './queries.ts'
import { fieldAnchor } from './search.ts'
import { Method, Prose, useAnchor } from './text.tsx'

export function TypePage() {
  const { type: name } = useParams({ strict: false })
  return (
    <Loaded query={useQuery(apiReference)}>{reference => <FoundType reference={reference} name={name ?? ''} />}</Loaded>
  )
}

/** Finds a type by its name or the id of one of its operations. */
function FoundType({ reference, name }: { reference: Reference; name: string }) {
  const type = findType(reference, name)
  if (type) return <TypeView key={type.slug} {...{ reference, type }} />
  const owner = reference.types.find(({ operations }) => operations.some(({ id }) => id === name))
  if (owner) return <Navigate to="/docs/$type" params={{ type: owner.slug }} hash={name} replace />
  return (
    <Page title="Page not found" lead="The API has no type or operation with this name. Choose one from the menu.">
      {null}
    </Page>
  )
}

function TypeView({ reference, type }: { reference: Reference; type: ReferenceType }) {
  const { title, wire, description, operations, schema } = type
  const { data: person } = useQuery(visitor)
  const targetAnchor = useLocation({ select: ({ hash }) => hash })
  useAnchor(true)
  const fields = Object.entries((schema && flatten(reference.document, schema).properties) ?? {})
  return (
    <Page title={title} part="API reference" lead={<Prose text={description} />}>
      <p className="type-name">
        Name in the API: <code>{wire}</code>
      </p>
      {operations.length > 0 ? (
        <nav className="endpoints" aria-label="Operations">
          <ul>
            {operations.map(({ id, method, path, summary }) => (
              <li key={id}>
                <a href={`#${id}`}>
                  <Method method={method} /> <code>{path}</code>{' '}
                  <span>
                    <Prose text={summary.replace(/\.$/, '')} />
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </nav>
      ) : (
        <p>This type has no operations. It is a part of other objects.</p>
      )}
      {fields.length > 0 ? (
        <section className="type-fields" aria-labelledby="fields">
          <h2 id="fields" tabIndex={-1}>
            <a href="#fields">Fields</a>
          </h2>
          <p className="lead">
            Lists return <code>gid</code>, <code>resource_type</code> and the name of each object. Request other fields
            with <code>opt_fields</code>. A dot selects a field of a related object, as in <code>workspace.name</code>.
          </p>
          <FieldList
            reference={reference}
            fields={fields.map(([name, one]) => ({ name, schema: one }))}
            anchor={fieldAnchor}
            targetAnchor={targetAnchor}
            marksReadOnly
          />
        </section>
      ) : null}
      {operations.map(operation => (
        <OperationSection key={operation.id} {...{ reference, operation, person }} />
      ))}
    </Page>
  )
}
