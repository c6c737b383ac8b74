"""The client of `day.py` searches, completes names, attaches a file, polls a job, sends a batch, plans a portfolio and exports."""
import gzip
import io
import os
import time

import httpx

from workloom_api import AuthenticatedClient, models
from workloom_api.api.attachment import create_attachment_for_object, get_attachment, get_attachments_for_object
from workloom_api.api.batch_response import create_batch_request
from workloom_api.api.custom_field import create_custom_field
from workloom_api.api.custom_field_setting import add_custom_field_setting_for_project
from workloom_api.api.job import get_job
from workloom_api.api.membership import get_memberships
from workloom_api.api.organization_export import create_organization_export, get_organization_export
from workloom_api.api.portfolio import add_item_for_portfolio, create_portfolio, get_items_for_portfolio
from workloom_api.api.portfolio_membership import get_portfolio_memberships
from workloom_api.api.project import create_project, search_projects_for_workspace
from workloom_api.api.task import create_task, duplicate_task, search_tasks_for_workspace
from workloom_api.api.user import get_user
from workloom_api.api.workspace import typeahead_for_workspace
from workloom_api.types import File

MAX_POLLS = 200


def client_with(token):
    return AuthenticatedClient(base_url=os.environ["ORIGIN"] + "/api/1.0", token=token)


client = client_with(os.environ["TOKEN"])


def shown(answer):
    """The data of a response, which must be a success."""
    assert not isinstance(answer, models.Errors), answer
    return answer.data


def polled(read, has_ended):
    """Polls an object with a state until `has_ended` accepts it."""
    for _ in range(MAX_POLLS):
        seen = shown(read())
        if has_ended(seen):
            return seen
        time.sleep(0.05)
    raise TimeoutError("The object has not reached its last state.")


me = shown(get_user.sync("me", client=client))
workspace = me.workspaces[0].gid


def create(name):
    wish = models.CreateProjectRequest(workspace=workspace, name=name)
    return shown(create_project.sync(client=client, body=models.CreateProjectJsonBody(data=wish))).gid


orchard, kitchen = create("Orchard"), create("Kitchen")

# Search
number = models.CustomFieldResourceSubtype.NUMBER
wish = models.CreateCustomFieldRequest(workspace=workspace, name="Trees", resource_subtype=number, precision=0)
field = shown(create_custom_field.sync(client=client, body=models.CreateCustomFieldJsonBody(data=wish))).gid
adding = models.AddCustomFieldSettingForProjectRequest(custom_field=field)
body = models.AddCustomFieldSettingForProjectJsonBody(data=adding)
shown(add_custom_field_setting_for_project.sync(orchard, client=client, body=body))


def add_task(name, project, **more):
    wish = models.CreateTaskRequest(name=name, projects=[project], **more)
    return shown(create_task.sync(client=client, body=models.CreateTaskJsonBody(data=wish))).gid


def search(**query):
    return sorted(task.name for task in shown(search_tasks_for_workspace.sync(workspace, client=client, **query)))


task = add_task("Prune apples", orchard, custom_fields={field: 12})
add_task("Prune pears", orchard, custom_fields={field: 7})
add_task("Cook apples", kitchen)
assert search(text="apples") == ["Cook apples", "Prune apples"]
# A list is one parameter with commas; this client would repeat it.
assert search(text="apples", projects_any=[f"{orchard},{kitchen}"]) == ["Cook apples", "Prune apples"]
condition = models.SearchTasksForWorkspaceCustomFields.from_dict({f"custom_fields.{field}.value": "7"})
assert search(custom_fields=condition) == ["Prune pears"]
found = shown(search_projects_for_workspace.sync(workspace, client=client, text="orchard"))
assert [project.name for project in found] == ["Orchard"]
TASK = models.TypeaheadForWorkspaceResourceType.TASK
completed = shown(typeahead_for_workspace.sync(workspace, client=client, resource_type=TASK, query="pea"))
assert [(type(one), one.name) for one in completed] == [(models.Task, "Prune pears")]

# Attachments
notes = File(payload=io.BytesIO(b"Some notes"), file_name="größe.txt", mime_type="text/plain")
form = models.CreateAttachmentForObjectRequest(parent=task, file=notes)
uploaded = shown(create_attachment_for_object.sync(client=client, body=form))
assert uploaded.name == "größe.txt", uploaded.name
listed = shown(get_attachments_for_object.sync(client=client, parent=task))
assert [attachment.gid for attachment in listed] == [uploaded.gid]
address = shown(get_attachment.sync(uploaded.gid, client=client)).download_url
assert httpx.get(address).content == b"Some notes"

# Jobs
include = [models.DuplicateTaskRequestIncludeItem.PROJECTS, models.DuplicateTaskRequestIncludeItem.ASSIGNEE]
copying = models.DuplicateTaskRequest(name="Prune plums", include=include)
job = shown(duplicate_task.sync(task, client=client, body=models.DuplicateTaskJsonBody(data=copying)))
done = polled(lambda: get_job.sync(job.gid, client=client), lambda seen: seen.status in ("succeeded", "failed"))
assert (done.status, done.new_task.name) == ("succeeded", "Prune plums"), done

# Batch
Action = models.CreateBatchRequestRequestActionsItem
actions = [
    Action(method="get", relative_path="/users/me", options={"fields": ["name"]}),
    Action(method="put", relative_path=f"/tasks/{task}", data={"completed": True}),
    Action(method="get", relative_path="/tasks/404"),
]
body = models.CreateBatchRequestJsonBody(data=models.CreateBatchRequestRequest(actions=actions))
responses = shown(create_batch_request.sync(client=client, body=body))
assert [response.status_code for response in responses] == [200, 200, 404]
assert responses[0].body == {"data": {"gid": me.gid, "name": me.name}}

# Portfolios and memberships
wish = models.CreatePortfolioRequest(workspace=workspace, name="Home")
portfolio = shown(create_portfolio.sync(client=client, body=models.CreatePortfolioJsonBody(data=wish))).gid
for item in [kitchen, orchard]:
    body = models.AddItemForPortfolioJsonBody(data=models.AddItemForPortfolioRequest(item=item))
    shown(add_item_for_portfolio.sync(portfolio, client=client, body=body))
items = shown(get_items_for_portfolio.sync(portfolio, client=client))
assert [project.name for project in items] == ["Kitchen", "Orchard"]
members = shown(get_portfolio_memberships.sync(client=client, portfolio=portfolio))
assert [member.user.name for member in members] == [me.name]
memberships = shown(get_memberships.sync(client=client, parent=orchard))
assert [membership.access_level for membership in memberships] == ["admin"]

# An export of the organization
service = client_with(os.environ["SERVICE_TOKEN"])
body = models.CreateOrganizationExportJsonBody(data=models.CreateOrganizationExportRequest(organization=workspace))
assert create_organization_export.sync_detailed(client=client, body=body).status_code == 403
started = shown(create_organization_export.sync(client=service, body=body))
exported = polled(
    lambda: get_organization_export.sync(started.gid, client=service), lambda seen: seen.state in ("finished", "error")
)
assert exported.state == "finished"
assert b'"Prune plums"' in gzip.decompress(httpx.get(exported.download_url).content)
print("done")
