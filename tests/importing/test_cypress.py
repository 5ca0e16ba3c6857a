"""Cypress specs in English, as its Studio writes them and people do: what is more than a plain step is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from qa_appliance.importing.carried import Carried
from qa_appliance.importing.read import read_recorded

_SPEC = "// cy.visit('/')\ndescribe('shop', () => {\n  it('t', () => {\n    %s\n  })\n})\n"
_NAMELESS = "The element has no name that people see"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("cy.get('.btn > svg').click()", _NAMELESS),
        ("cy.get(':nth-child(3) > #save').click()", _NAMELESS),
        ("cy.get('[value=\"green\"]').check()", _NAMELESS),
        ("cy.get('#name').type(username)", "It uses a variable."),
        ("cy.get(`#row-${id}`).click()", "It uses a variable."),
        ("const name = cy.get('#name')", "It uses a variable."),
        ("cy.get('@saved').click()", "It uses an alias of something else than an element."),
        ("cy.contains('A').click({ multiple: true })", "It is a click with more to it"),
        ("cy.contains('A').click('topLeft')", "It is a click with more to it"),
        ("cy.contains('A').click(15, 40)", "It is a click with more to it"),
        ("cy.get('#note').type('{ctrl}a')", "It presses keys that have no name here, or are held."),
        ("cy.get('#agree').check('yes')", "It ticks by a value in the code."),
        ("cy.get('#size').select(2)", "The option is named by its place."),
        ("cy.contains('A').parent().click()", "It is found by what is around it."),
        ("cy.contains('A').trigger('mousedown')", "“trigger” has no sentence."),
        ("cy.get('form').within(() => { cy.get('#name').type('x') })", "“within” has no sentence."),
        ("cy.get('li').should('have.length', 3)", "“have.length” has no sentence."),
        ("cy.contains('A').should('have.class', 'on')", "“have.class” has no sentence."),
        ("cy.contains('A').should(($it) => { expect($it).to.exist })", "It compares with a pattern or a variable."),
        ("cy.get('.a').should('not.contain', 'A')", "“not.contain” has no sentence."),
        ("cy.contains('A').should('have.attr', 'class').and('contain', 'on')", "“have.attr” has no sentence."),
        ("cy.url().should('match', /cart/)", "It compares with a pattern or a variable."),
        ("cy.request('POST', '/reset')", "“request” has no sentence."),
        ("cy.login('ada')", "“login” has no sentence."),
        ("cy.wait(2000)", "What is to come is waited for by itself."),
        ("expect(true).to.equal(true)", "It is no command on the page."),
        ("if (on) { cy.contains('A').click() }", "It is part of a condition or a loop."),
        ("if (on) {\n      cy.contains('A').click()\n    }", "It is part of a condition or a loop."),
    ],
)
def test_what_is_not_said(tmp_path: Path, line: str, why: str) -> None:
    (test,) = _read(tmp_path, _SPEC % line)
    assert test.sentences == []
    assert {left.why[: len(why)] for left in test.left} == {why}


@pytest.mark.parametrize(
    ("line", "sentences"),
    [
        ("cy.contains('Save').click()", ['click "Save"']),
        ("cy.contains('button', 'Save').click()", ['click the button "Save"']),
        ("cy.get('button').contains('Save').dblclick()", ['double-click the button "Save"']),
        ("cy.contains('a', 'Edit').first().rightclick()", ['right-click the 1st link "Edit"']),
        ("cy.get('[aria-label=\"Close\"]').click()", ['click "Close"']),
        ("cy.get('input[placeholder=Email]').clear().type('a@b.c{enter}')",
         ['enter "a@b.c" into "Email"', "press Enter"]),
        ("cy.findByRole('button', { name: 'Save' }).click()", ['click the button "Save"']),
        ("cy.findByLabelText('Email').type('a').should('have.value', 'a')",
         ['enter "a" into "Email"', 'check that "Email" is "a"']),
        ("cy.get('[placeholder=\"A\"]').as('field');\n    cy.get('@field').type('x')", ['enter "x" into "A"']),
        ("cy.contains('Saved')", ['check that "Saved" is shown']),
        ("cy.contains('Saved')\n      .should('be.visible')", ['check that "Saved" is shown']),
        ("cy.contains('Saved').should('not.exist')", ['check that "Saved" is not shown']),
        ("cy.get('body').should('not.contain', 'Saved')", ['check that "Saved" is not shown']),
        ("cy.contains('button', 'Save').should('be.disabled').and('be.visible')",
         ['check that the button "Save" is disabled', 'check that the button "Save" is shown']),
        ("cy.url().should('include', '/cart')", ['check that the address contains "/cart"']),
        ("cy.location('pathname').should('eq', '/cart')", ['check that the address is "/cart"']),
        ("cy.title().should('eq', 'Cart')", ['check that the page title is "Cart"']),
        ("cy.viewport(390, 844)", ["resize the window to 390x844"]),
        ("cy.reload()", ["reload the page"]),
        ("cy.go('back')", ["go back"]),
        ("cy.visit('localhost:8080/cart')", ["go to /cart"]),
        ("cy.visit('shop/cart')", ["go to /shop/cart"]),
        ("cy.contains('A') // the first\n      // and only one\n      .click() // done", ['click "A"']),
    ],
)  # fmt: skip
def test_what_is_said(tmp_path: Path, line: str, sentences: list[str]) -> None:
    (test,) = _read(tmp_path, _SPEC % line)
    assert (test.sentences, test.left) == (sentences, [])


@pytest.mark.parametrize(
    ("line", "sentence", "why"),
    [
        ("cy.get('#first-name').type('Ada')", 'enter "Ada" into the first name', "“the first name” is a guess"),
        ("cy.get('button[type=\"submit\"]').click()", "click the submit button", "“the submit button” is a guess"),
        ("cy.contains('A').click({ force: true })", 'click "A"', "It was forced"),
        ("cy.get('.nav').contains('Home').click()", 'click "Home"', "It was looked for in “.nav” only"),
        ("cy.get('h1').should('have.text', 'Cart')", 'check that "Cart" is shown', "It is checked that the page shows"),
        ("cy.contains('A').should('exist')", 'check that "A" is shown', "It is checked that it is shown"),
        ("cy.findByLabelText('Size').select('L')", 'choose "L" in "Size"', "The option is named by its value"),
        ("cy.contains('A').click().wait(500)", 'click "A"', "What is to come is waited for by itself."),
    ],
)
def test_what_is_said_with_a_remark(tmp_path: Path, line: str, sentence: str, why: str) -> None:
    (test,) = _read(tmp_path, _SPEC % line)
    assert (test.sentences, [left.why[: len(why)] for left in test.left]) == ([sentence], [why])


def test_a_spec_as_studio_writes_it(tmp_path: Path) -> None:
    text = """
/// <reference types="cypress" />
describe('shop', () => {
  const open = () => {
    cy.contains('Nothing').click();
  };
  beforeEach(() => {
    cy.visit('https://shop.test/login');
  });
  before(() => {
    cy.task('reset');
  });

  /* ==== Test Created with Cypress Studio ==== */
  it('logs in', function() {
    /* ==== Generated with Cypress Studio ==== */
    cy.get('[aria-label="Email"]').clear('a');
    cy.get('[aria-label="Email"]').type('ada@shop.test');
    cy.get('#agree').clear();
    cy.contains('button', 'Sign in').click();
    /* ==== End Cypress Studio ==== */
  });
  function later() {
    cy.contains('Nothing').click();
  }
  it.skip('off', () => { cy.contains('A').click(); });
});
"""
    first, off = _read(tmp_path, text)
    assert (first.name, first.url) == ("logs in", "https://shop.test")
    assert first.sentences == [
        "go to /login", 'enter "ada@shop.test" into "Email"', "clear the agree", 'click the button "Sign in"',
    ]  # fmt: skip
    assert [left.why[:20] for left in first.left] == ["It is done around ea", "“the agree” is a gue"]
    assert off.sentences == ["go to /login", 'click "A"']
    assert "It was switched off." in [left.why for left in off.left]


def _read(folder: Path, text: str) -> list[Carried]:
    file = folder / "a.cy.js"
    file.write_text(text)
    return read_recorded(file)
