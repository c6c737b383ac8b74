/** The gallery of templates: those of each team. */
import { useQuery } from '@tanstack/react-query'
import LayoutTemplate from 'lucide-react/icons/layout-template'
import { EmptyState } from '../../components/display/empty_state.tsx'
import { Page } from '../../components/page.tsx'
import { Loaded } from '../../components/states.tsx'
import { TemplateCards } from '../../components/templates/template_cards.tsx'
import { useCache } from '../../data/hooks.ts'
import { type ProjectTemplate, templatesQuery } from '../../data/templates.ts'

export function TemplatesPage() {
  const { workspace } = useCache()
  const query = useQuery(templatesQuery(workspace))
  return (
    <Page title="Templates" lead="Projects to begin with. Any project can be saved as a template in its menu.">
      <Loaded query={query}>
        {templates =>
          templates.length > 0 ? (
            <Gallery templates={templates} />
          ) : (
            <EmptyState
              icon={LayoutTemplate}
              title="No templates yet"
              hint="Open a project, and choose “Save as template” in its menu."
            />
          )
        }
      </Loaded>
    </Page>
  )
}

function Gallery({ templates }: { templates: readonly ProjectTemplate[] }) {
  const byTeam = [...Map.groupBy(templates, ({ team }) => team?.name ?? '')].toSorted(([a], [b]) => a.localeCompare(b))
  return byTeam.map(([team, group]) => (
    <section key={team} className="template-group">
      {byTeam.length > 1 || team ? <h2>{team || 'Organization'}</h2> : null}
      <TemplateCards label={team ? `Templates of ${team}` : 'Templates'} templates={group} />
    </section>
  ))
}
