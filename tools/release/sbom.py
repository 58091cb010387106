"""The bill of materials of a release, in the CycloneDX format."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import NAMESPACE_URL, uuid5

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model.bom import Bom, BomMetaData
from cyclonedx.model.component import Component as Entry
from cyclonedx.model.component import ComponentScope, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL
from tools.release.shipped import Component


def bill(version: str, components: Sequence[Component], when: datetime) -> str:
    """Return the bill of materials as JSON, equal for equal arguments.

    Components that are contained in our files are ``required``; packages that pip installs with an
    extra are ``optional``.
    """
    made = _entry(Component("tilerummy", version, "MIT", "pypi"), ComponentType.APPLICATION)
    entries = [_listed(each) for each in components]
    bom = Bom(
        components=entries,
        serial_number=uuid5(NAMESPACE_URL, f"tilerummy {version} {when.isoformat()}"),
        metadata=BomMetaData(component=made, timestamp=when),
    )
    bom.register_dependency(made, entries)
    return JsonV1Dot6(bom).output_as_string(indent=2) + "\n"


def _listed(component: Component) -> Entry:
    kind = ComponentType.LIBRARY if component.registry else ComponentType.DATA
    scope = ComponentScope.REQUIRED if component.text else ComponentScope.OPTIONAL
    return _entry(component, kind, scope)


def _entry(component: Component, kind: ComponentType, scope: ComponentScope | None = None) -> Entry:
    purl = None
    if component.registry:
        group, _, name = component.name.rpartition("/")
        purl = PackageURL(component.registry, group or None, name, component.version or None)
    return Entry(
        name=component.name,
        version=component.version or None,
        type=kind,
        scope=scope,
        purl=purl,
        bom_ref=str(purl) if purl else component.name,
        licenses=[LicenseFactory().make_from_string(component.licence)],
    )
